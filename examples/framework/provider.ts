import { defineProvider, string, withEnvironment } from 'terraform-provider-kit';
import { file, fileData } from './file';
import { integer } from './integer';
import { password } from './password';
import { pet } from './pet';
import { slug } from './slug';

const schema = {
  description: 'Names, numbers, passwords and files of this machine, for tests of configurations. Needs no service.',
  attributes: {
    directory: string({
      optional: true,
      description: 'Folder that relative paths start from. Default `SCRATCH_DIRECTORY`.',
    }),
  },
};

export const provider = defineProvider({
  typeName: 'scratch',
  source: 'example/scratch',
  environmentPrefix: 'SCRATCH_',
  schema,
  resources: [pet, integer, file],
  dataSources: [fileData],
  ephemeralResources: [password],
  functions: [slug],

  async configure({ config, environment, diagnostics }) {
    const { directory } = withEnvironment(schema, 'SCRATCH_', config, environment.env, diagnostics);
    return diagnostics.hasErrors ? undefined : { connection: { directory: directory ?? '.' } };
  },
});
