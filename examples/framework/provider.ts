import { resolve } from 'node:path';
import { defineProvider, string } from 'terraform-provider-kit';
import { file, fileData } from './file';
import { integer } from './integer';
import { password } from './password';
import { pet } from './pet';
import { slug } from './slug';

export const provider = defineProvider({
  typeName: 'scratch',
  source: 'example/scratch',
  environmentPrefix: 'SCRATCH_',
  schema: {
    description: 'Names, numbers, passwords and files of this machine, for tests of configurations. Needs no service.',
    attributes: {
      directory: string({ optional: true, description: 'Where relative paths start. Default `SCRATCH_DIRECTORY`.' }),
    },
  },
  resources: [pet, integer, file],
  dataSources: [fileData],
  ephemeralResources: [password],
  functions: [slug],
  configure: async ({ settings }) => ({ connection: (path: string) => resolve(settings.directory ?? '.', path) }),
});
