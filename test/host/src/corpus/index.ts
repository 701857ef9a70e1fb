import { aspects } from './aspects';
import { buckets } from './buckets';
import { hatches } from './hatches';
import { keys } from './keys';
import type { LegalProgram } from './program';
import { pullSecrets } from './pull-secrets';
import { secrets } from './secrets';
import { stacks } from './stacks';
import { storedKeys } from './stored-keys';
import { terraform } from './terraform';

/** All legal programs, by what they do. */
export const CORPUS: readonly (readonly [name: string, program: LegalProgram])[] = Object.entries({
  ...buckets,
  ...keys,
  ...storedKeys,
  ...secrets,
  ...pullSecrets,
  ...stacks,
  ...hatches,
  ...aspects,
  ...terraform,
});
