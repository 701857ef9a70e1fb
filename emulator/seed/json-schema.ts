import { toJsonSchema } from '../../contract/openapi';
import { seedDocument } from './document';

/** JSON schema of the seed file, for editors, in draft 7. Only the emulator itself can find taken names and missing buckets. */
export function seedSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Seed file of coffer-emulator',
    ...toJsonSchema(seedDocument, 'input', 'draft-07'),
  };
}
