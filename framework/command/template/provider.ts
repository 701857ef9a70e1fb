import { resolve } from 'node:path';
import { defineProvider, string } from 'terraform-provider-kit';
import { file } from './file.ts';

export const provider = defineProvider({
  typeName: 'scratch',
  source: 'example/scratch',
  environmentPrefix: 'SCRATCH_',
  schema: {
    description: 'Files.',
    attributes: {
      directory: string({ optional: true, description: 'Where relative paths start. Default `SCRATCH_DIRECTORY`.' }),
    },
  },
  resources: [file],
  configure: async ({ settings }) => ({
    connection: { pathOf: (path: string) => resolve(settings.directory ?? '.', path) },
  }),
});
