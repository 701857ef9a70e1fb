import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  DiagnosticError,
  exactlyOneOf,
  int64,
  path,
  requiredTogether,
  requiresReplace,
  string,
} from 'terraform-provider-kit';
import { type Connection, defineDataSource, defineResource } from './connection';

const digest = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** The content of a file; undefined if there is none. */
async function contentOf({ directory }: Connection, name: string): Promise<Buffer | undefined> {
  return readFile(resolve(directory, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** A file. One that others have changed or removed is written again. */
export const file = defineResource({
  typeName: 'file',
  identity: 'path',
  schema: {
    description: 'A text file that only its owner can read.',
    attributes: {
      path: string({
        required: true,
        description:
          'Path; a relative one starts from `directory` of the provider. A file that exists is not overwritten.',
        planModifiers: [requiresReplace()],
      }),
      content: string({ optional: true, description: 'Text of the file, which is stored in state.' }),
      content_wo: string({
        optional: true,
        writeOnly: true,
        description: 'Text of the file, which is stored nowhere else. Needs Terraform or OpenTofu 1.11.',
      }),
      content_wo_version: int64({ optional: true, description: 'Change it to write `content_wo` again.' }),
      sha256: string({ computed: true, description: 'SHA-256 of the content, in hexadecimal digits.' }),
    },
  },
  configValidators: [exactlyOneOf('content', 'content_wo'), requiredTogether('content_wo', 'content_wo_version')],

  async create({ plan, config, connection }) {
    const content = config.content ?? config.content_wo ?? '';
    const options = { flag: 'wx', mode: 0o600 };
    await writeFile(resolve(connection.directory, plan.path), content, options).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        throw new DiagnosticError('File exists', `${plan.path} is there already. Import or remove it.`, path('path'));
      },
    );
    return { ...plan, sha256: digest(content) };
  },

  async read({ state, connection }) {
    const found = await contentOf(connection, state.path);
    if (found === undefined) return undefined;
    const sha256 = digest(found);
    if (state.sha256 === null || state.sha256 === sha256) return { ...state, sha256 };
    // Differs from the configuration, so that the next plan writes it again.
    return { ...state, sha256, content: state.content && found.toString(), content_wo_version: null };
  },

  async update({ plan, config, connection }) {
    const content = config.content ?? config.content_wo ?? '';
    await writeFile(resolve(connection.directory, plan.path), content);
    return { ...plan, sha256: digest(content) };
  },

  delete: ({ state, connection }) => rm(resolve(connection.directory, state.path), { force: true }),
});

/** A file that something else made. */
export const fileData = defineDataSource({
  typeName: 'file',
  schema: {
    description: 'Size and digest of a file that something else made.',
    attributes: {
      path: string({ required: true, description: 'Path; a relative one starts from `directory` of the provider.' }),
      size: int64({ computed: true, description: 'Size in bytes.' }),
      sha256: string({ computed: true, description: 'SHA-256 of the content, in hexadecimal digits.' }),
    },
  },

  async read({ config, connection }) {
    const content = await contentOf(connection, config.path);
    if (content === undefined) throw new DiagnosticError('File not found', `There is no ${config.path}.`, path('path'));
    return { ...config, size: BigInt(content.length), sha256: digest(content) };
  },
});
