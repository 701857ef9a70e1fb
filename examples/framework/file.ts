import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exactlyOneOf, int64, requiredTogether, requiresReplace, string, withConnection } from 'terraform-provider-kit';

/** The connection of this provider is the folder that relative paths start from. */
const { defineResource, defineDataSource } = withConnection<{ readonly directory: string }>();

const PATH = 'Path; a relative one starts from `directory` of the provider.';
const sha256 = string({ computed: true, description: 'SHA-256 of the content, in hexadecimal digits.' });

const digest = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** A file. One that others have changed or removed is written again. */
export const file = defineResource({
  typeName: 'file',
  identity: 'path',
  schema: {
    description: 'A text file that only its owner can read. One that exists is not overwritten.',
    attributes: {
      path: string({ required: true, description: PATH, planModifiers: [requiresReplace()] }),
      content: string({ optional: true, description: 'Text of the file, which is stored in state.' }),
      content_wo: string({
        optional: true,
        writeOnly: true,
        description: 'Text of the file, which is stored nowhere else.',
      }),
      content_wo_version: int64({ optional: true, description: 'Change it to write `content_wo` again.' }),
      sha256,
    },
  },
  configValidators: [exactlyOneOf('content', 'content_wo'), requiredTogether('content_wo', 'content_wo_version')],

  async create({ plan, config, connection }) {
    const content = config.content ?? config.content_wo ?? '';
    await writeFile(resolve(connection.directory, plan.path), content, { flag: 'wx', mode: 0o600 });
    return { ...plan, sha256: digest(content) };
  },

  async read({ state, connection }) {
    const name = resolve(connection.directory, state.path);
    if (!existsSync(name)) return undefined;
    const content = await readFile(name, 'utf8');
    const found = { ...state, sha256: digest(content) };
    if (state.sha256 === null || state.sha256 === found.sha256) return found;
    // Differs from the configuration, so that the next plan writes it again.
    return { ...found, content: state.content === null ? null : content, content_wo_version: null };
  },

  async update({ plan, config, connection }) {
    const content = config.content ?? config.content_wo ?? '';
    await writeFile(resolve(connection.directory, plan.path), content);
    return { ...plan, sha256: digest(content) };
  },

  delete: ({ state, connection }) => rm(resolve(connection.directory, state.path), { force: true }),
});

export const fileData = defineDataSource({
  typeName: 'file',
  schema: {
    description: 'Size and digest of a file that something else made.',
    attributes: {
      path: string({ required: true, description: PATH }),
      size: int64({ computed: true, description: 'Size in bytes.' }),
      sha256,
    },
  },

  async read({ config, connection }) {
    const content = await readFile(resolve(connection.directory, config.path));
    return { ...config, size: BigInt(content.length), sha256: digest(content) };
  },
});
