import { toJsonSchema } from '../../contract/openapi';
import { seedDocument } from './seed';

/**
 * The seed file as JSON schema, for editors. Draft 7 is what all of them know.
 *
 * It is made of the check that the emulator itself makes. Names that are taken and buckets that are missing are for the emulator to find.
 */
export function seedSchema(): object {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Seed file of coffer-emulator',
    ...toJsonSchema(seedDocument, 'input', 'draft-07'),
  };
}
