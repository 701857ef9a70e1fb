import { readFile, rm, writeFile } from 'node:fs/promises';
import { gone, requiresReplace, string } from 'terraform-provider-kit';
import { defineResource } from './connection.ts';

export const file = defineResource({
  typeName: 'file',
  identity: 'path',
  schema: {
    description: 'A text file.',
    attributes: {
      path: string({ required: true, description: 'Path.', planModifiers: [requiresReplace()] }),
      content: string({ required: true, description: 'Text of the file.' }),
    },
  },

  async create({ plan, connection }) {
    await writeFile(connection.pathOf(plan.path), plan.content, { flag: 'wx' });
    return plan;
  },

  async read({ state, connection }) {
    try {
      return { ...state, content: await readFile(connection.pathOf(state.path), 'utf8') };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return gone;
      throw error;
    }
  },

  async update({ plan, connection }) {
    await writeFile(connection.pathOf(plan.path), plan.content);
    return plan;
  },

  delete: ({ state, connection }) => rm(connection.pathOf(state.path), { force: true }),
});
