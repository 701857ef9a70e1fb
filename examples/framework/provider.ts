import { defineProvider, string, withEnvironment } from 'terraform-provider-kit';
import type { Connection } from './connection';
import { file, fileData } from './file';
import { integer } from './integer';
import { password } from './password';
import { pet } from './pet';
import { slug } from './slug';

const PREFIX = 'SCRATCH_';

const schema = {
  description: 'Names, numbers, passwords and files of this machine, for tests of configurations. Needs no service.',
  attributes: {
    directory: string({
      optional: true,
      description: `Folder that relative paths start from. Default \`${PREFIX}DIRECTORY\`, or else the folder of the command.`,
    }),
  },
};

export const provider = defineProvider({
  typeName: 'scratch',
  source: 'example/scratch',
  environmentPrefix: PREFIX,
  schema,
  resources: [pet, integer, file],
  dataSources: [fileData],
  ephemeralResources: [password],
  functions: [slug],

  async configure({ config, environment, diagnostics }) {
    const { directory } = withEnvironment(schema, PREFIX, config, environment.env, diagnostics);
    const connection: Connection = { directory: directory ?? '.' };
    return diagnostics.hasErrors ? undefined : { connection };
  },
});
