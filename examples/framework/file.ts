import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import {
  exactlyOneOf,
  gone,
  integer,
  requiredTogether,
  requiresReplace,
  string,
  withConnection,
} from 'terraform-provider-kit';

/** The connection of this provider makes a path absolute. */
const { defineResource, defineDataSource } = withConnection<(path: string) => string>();

const PATH = 'Path; a relative one starts from `directory` of the provider.';
const sha256 = string({ computed: true, description: 'SHA-256 of the content, in hexadecimal digits.' });

const digest = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

interface Content {
  readonly content: string | null;
  readonly content_wo: string | null;
}

async function write(file: string, { content, content_wo }: Content, flag: 'w' | 'wx') {
  const text = content ?? content_wo ?? '';
  await writeFile(file, text, { flag, mode: 0o600 });
  return { sha256: digest(text) };
}

/** A file. One that others have changed or removed is written again. */
export const file = defineResource({
  typeName: 'file',
  identity: 'path',
  schema: {
    description: 'A text file that only its owner can read. One that exists is not overwritten.',
    attributes: {
      path: string({ required: true, description: PATH, planModifiers: [requiresReplace()] }),
      content: string({ optional: true, description: 'Text of the file, which is stored in state.' }),
      content_wo: string({ optional: true, writeOnly: true, description: 'Text of the file, stored nowhere else.' }),
      content_wo_version: integer({ optional: true, description: 'Change it to write `content_wo` again.' }),
      sha256,
    },
  },
  configValidators: [exactlyOneOf('content', 'content_wo'), requiredTogether('content_wo', 'content_wo_version')],

  create: async ({ plan, config, connection }) => ({ ...plan, ...(await write(connection(plan.path), config, 'wx')) }),
  update: async ({ plan, config, connection }) => ({ ...plan, ...(await write(connection(plan.path), config, 'w')) }),
  delete: ({ state, connection }) => rm(connection(state.path), { force: true }),

  async read({ state, connection }) {
    if (!existsSync(connection(state.path))) return gone;
    const content = await readFile(connection(state.path), 'utf8');
    const found = { ...state, sha256: digest(content) };
    if (state.sha256 === null || state.sha256 === found.sha256) return found;
    // Differs from the configuration, so that the next plan writes it again.
    return { ...found, content: state.content === null ? null : content, content_wo_version: null };
  },
});

export const fileData = defineDataSource({
  typeName: 'file',
  schema: {
    description: 'Size and digest of a file that something else made.',
    attributes: {
      path: string({ required: true, description: PATH }),
      size: integer({ computed: true, description: 'Size in bytes.' }),
      sha256,
    },
  },

  async read({ config, connection }) {
    const content = await readFile(connection(config.path));
    return { ...config, size: content.length, sha256: digest(content) };
  },
});
