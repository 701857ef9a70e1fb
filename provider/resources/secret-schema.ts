import { int64, lengthAtLeast, type Model, oneOf, type Plan, type Schema, type State, string } from '../../framework';
import { secretName } from '../service/secret-name';
import { idAttribute, projectIdAttribute, timeoutsAttribute } from './common';
import { deletionProtectionAttribute } from './deletion-protection';
import { VALUE_ENCODINGS } from './secret-value';

const LINGERING =
  'It waits until the name of a secret that was just deleted is free: 30 seconds, or as long as is set here.';

export const secretSchema = {
  description:
    'A key/value secret. The service never returns its value, so the provider cannot detect a change by another client. ' +
    'Prefer `value_wo`, which never reaches the state. Imported by id, or by `name:` and its name.',
  attributes: {
    name: string({
      required: true,
      description: 'Lowercase letters, digits and hyphens. Renamed in place; the value is sent with it.',
      validators: [secretName()],
    }),
    project_id: projectIdAttribute(),
    value: string({
      optional: true,
      sensitive: true,
      description:
        'The value, kept in state. At most one of `value` and `value_wo` is set; the value of an existing secret with neither is managed elsewhere.',
      validators: [lengthAtLeast(1)],
    }),
    value_wo: string({
      optional: true,
      sensitive: true,
      writeOnly: true,
      description: 'The value, never kept in state. Change `value_wo_version` to send it again.',
      validators: [lengthAtLeast(1)],
    }),
    value_wo_version: string({
      optional: true,
      description:
        'Any text, such as a number, a date or a hash. A change sends `value_wo` again, but for the first version after an import, and where the ' +
        'value moves here from `value` as it is.',
      unknownAfterImport: true,
    }),
    value_encoding: string({
      default: 'utf8',
      description:
        'How the value is written here: `utf8` (default), or `base64` for binary data. On the wire it is base64 in both cases, exactly once.',
      validators: [oneOf(...VALUE_ENCODINGS)],
    }),
    change_detection: string({
      default: 'version',
      description:
        'How the provider detects a changed `value_wo`. `version` (default): you change `value_wo_version`. `fingerprint`: every ' +
        'plan compares the value with a fingerprint that is kept with the state, and plans an update if it differs. This needs a ' +
        'source that returns the same value in every plan, such as a variable or a stored password; from a source that makes a new ' +
        'value each time (a generated password, a token) every apply would send it. With the `fingerprint_key` of the provider the ' +
        'fingerprint is an HMAC; without it, the fingerprint is computed by scrypt, which takes a tenth of a second for each secret.',
      validators: [oneOf('version', 'fingerprint')],
    }),
    deletion_protection: deletionProtectionAttribute('secret'),
    timeouts: timeoutsAttribute({ create: LINGERING, update: LINGERING }),
    id: idAttribute(),
    value_revision: int64({
      computed: true,
      description:
        'Counts the values, from 1, with `change_detection = "fingerprint"`: a plan that finds another value shows it as known ' +
        'after apply. Null with `version`.',
    }),
  },
} satisfies Schema;

export type Secret = Model<typeof secretSchema>;
export type SecretPlan = Plan<typeof secretSchema>;
export type SecretState = State<Secret>;
