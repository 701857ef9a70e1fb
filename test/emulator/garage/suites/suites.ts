/** Tests of a suite that fail over Garage, and why. */
export interface Otherwise {
  readonly why: string;
  /** By their names. Each of them fails there, and every other test of the suite passes. */
  readonly tests: readonly RegExp[];
  /** They fail by chance, or leave something running when they fail: they are left out. */
  readonly isLeftOut?: true;
}

const NOT_REFUSED = 'Garage does not refuse it.';
const OTHER_CODE = 'Garage refuses it by another code.';
const CLOCK = 'It moves the clock, or starts with one.';
const RESET = 'It resets the emulator, or seeds buckets or the draws.';
const OBJECTS_HERE = 'It looks at objects or requests of S3 in this process, or injects a fault into them.';
const SECRET_HALF = 'It asks for a secret half later, which is not kept.';
const OWN_PORT = 'It looks at the S3 port of the emulator, which is not opened.';
const KNOBS = 'It turns a knob that Garage cannot follow.';

/**
 * Suites that run over one real node of Garage, by their paths below `test/`. Of the provider's acceptance tests they are those that make
 * buckets and keys, use them, or replace them.
 */
export const SUITES: Readonly<Record<string, readonly Otherwise[]>> = {
  'emulator/conformance.test.ts': [],
  'emulator/emulator.test.ts': [
    { why: CLOCK, tests: [/takes a clock that is passed in/, /an unexpected failure is one sentence/] },
    { why: RESET, tests: [/reset goes back/, /a seed makes ids/, /a seed draws on/] },
    { why: OWN_PORT, tests: [/a taken s3Port is named/] },
    { why: 'It gives no data folder, which Garage needs.', tests: [/wrong with the options is told at once/] },
  ],
  'emulator/shared.test.ts': [],
  'emulator/faults/met.test.ts': [{ why: OBJECTS_HERE, tests: [/at the data plane/] }],
  'emulator/faults/validation.test.ts': [
    { why: OBJECTS_HERE, tests: [/with an effect is added: {"operation":"(?:ListObjectsV2|UploadPart|HeadObject)"/] },
  ],
  'emulator/journal/curl.test.ts': [{ why: OBJECTS_HERE, tests: [/a request of S3 as curl/] }],
  'emulator/journal/log-line.test.ts': [],
  'emulator/journal/reasons.test.ts': [{ why: OBJECTS_HERE, tests: [/at S3: /, /entries of S3 have/] }],
  'emulator/journal/secrets.test.ts': [],
  'emulator/rest/access-keys.test.ts': [{ why: SECRET_HALF, tests: [/shows the secret half once/] }],
  'emulator/journal/allow-list.test.ts': [
    { why: OBJECTS_HERE, tests: [/nor at the data plane/, /no way into the journal/] },
  ],
  'emulator/settings/assumptions.test.ts': [],
  'emulator/rest/auth.test.ts': [],
  'emulator/rest/bad-input.test.ts': [],
  'emulator/rest/bodies.test.ts': [{ why: RESET, tests: [/a body that is welcome/] }],
  'emulator/rest/buckets.test.ts': [
    { why: CLOCK, tests: [/creates, lists, updates/, /after a time of the virtual clock/, /times can be/] },
    { why: OBJECTS_HERE, tests: [/is not deleted, and stays/, /unfinished uploads and configuration/] },
    { why: RESET, tests: [/a reset removes objects/] },
    { why: KNOBS, tests: [/is deleted with them where the knob/, /refuses to delete a bucket that holds/] },
  ],
  'emulator/control/api/access.test.ts': [],
  'emulator/control/api/matches.test.ts': [],
  'emulator/control/api/routes.test.ts': [
    { why: CLOCK, tests: [/the clock is set, moved/] },
    { why: RESET, tests: [/reset and new projects/, /change at run time, for the next request, until reset/] },
  ],
  'emulator/faults/faults.test.ts': [
    { why: RESET, tests: [/delays that a reset ends/, /with a probability a fault applies/] },
  ],
  'emulator/journal/journal.test.ts': [],
  'emulator/rest/openapi.test.ts': [],
  'emulator/rest/pull-secrets.test.ts': [],
  'emulator/rest/idempotency.test.ts': [{ why: RESET, tests: [/of the world before a reset/] }],
  'emulator/faults/scope.test.ts': [
    { why: CLOCK, tests: [/the clock is not moved by/] },
    { why: OBJECTS_HERE, tests: [/a prefix of keys or a project at the data plane/] },
    { why: RESET, tests: [/ends with the world that it belongs to/], isLeftOut: true },
  ],
  'emulator/rest/secrets.test.ts': [],
  'emulator/rest/unknown-fields.test.ts': [],
  'emulator/dashboard/access-keys.test.ts': [{ why: SECRET_HALF, tests: [/shows its secret half once/] }],
  'emulator/dashboard/buckets.test.ts': [
    {
      why: OBJECTS_HERE,
      tests: [/shows its exact bytes/, /the used part of the quota/],
    },
  ],
  'emulator/dashboard/canary.test.ts': [],
  'emulator/dashboard/faults.test.ts': [],
  'emulator/dashboard/journal.test.ts': [],
  'emulator/dashboard/journal-pages.test.ts': [],
  'emulator/dashboard/lists.test.ts': [{ why: RESET, tests: [/buckets are sorted by their use/] }],
  'emulator/dashboard/pull-secrets.test.ts': [],
  'emulator/dashboard/reference.test.ts': [],
  'emulator/dashboard/secrets.test.ts': [],
  'emulator/dashboard/settings.test.ts': [{ why: RESET, tests: [/until a reset/] }],
  'emulator/dashboard/site.test.ts': [],
  'emulator/domain/lag.test.ts': [],
  'emulator/metrics/metrics.test.ts': [
    { why: OBJECTS_HERE, tests: [/counts requests of both interfaces/] },
    { why: RESET, tests: [/outlives a reset/] },
  ],
  'emulator/options/dialect-file.test.ts': [],
  'emulator/sqlite/encryption.test.ts': [],
  'emulator/sqlite/open.test.ts': [],
  'emulator/tls/tls.test.ts': [
    { why: OWN_PORT, tests: [/both listeners speak/, /who does not trust the CA/] },
    { why: RESET, tests: [/the location of an object/] },
  ],
  'emulator/s3/downloads.test.ts': [],
  'emulator/s3/presigned.test.ts': [
    {
      why: 'The SDK signs the checksum of no bytes into such a URL, and Garage compares it with the body.',
      tests: [/./],
    },
  ],
  'emulator/s3/post-object.test.ts': [
    { why: NOT_REFUSED, tests: [/a tag is refused/, /an ACL that S3/, /what no header can say/, /more fields than/] },
    {
      why: OTHER_CODE,
      tests: [
        /an expired policy/,
        /a file that is too/,
        /no (file|key) is refused/,
        /a key that is too long/,
        /a body that is no form/,
        /is judged on all bytes/,
      ],
    },
    {
      why: 'Garage closes the connection before it has read the form: a client that still sends sees no response.',
      tests: [/a condition that fails/, /the policy does not name/, /more than 20 KB/, /a wrong secret, and no/],
    },
    { why: OBJECTS_HERE, tests: [/whose sender goes away/] },
  ],
  'emulator/s3/operations/buckets.test.ts': [
    {
      why: 'ListBuckets has no pages and no prefix, and leaves out what the key has no right to.',
      tests: [/ListBuckets/],
    },
    { why: 'HeadBucket says no region.', tests: [/HeadBucket, location/] },
    { why: 'An ACL has READ_ACP, too.', tests: [/the ACL shows/] },
    {
      why: 'DeleteBucket by an owner succeeds and takes the name of the bucket away, which the next comparison gives back.',
      tests: [/creating a bucket is a conflict/],
    },
    {
      why: NOT_REFUSED,
      tests: [
        /a website is refused/,
        /documents (another root|no (rule|days)|a method|an origin|a rule without an action|a transition)/,
      ],
    },
    {
      why: 'Rules of CORS and dates get other headers and codes in responses.',
      tests: [
        /a preflight allowed/,
        /responses say what the page/,
        /a bucket without rules/,
        /a date that is not midnight/,
      ],
    },
  ],
  'emulator/s3/operations/conditions.test.ts': [
    {
      why: 'Writes have no conditions: `If-None-Match: *` overwrites, and of several that create a key all succeed.',
      tests: [
        /on a key that is there, on PUT/,
        /with an ETag, on PUT/,
        /another ETag, on (PUT|DELETE)/,
        /If-Match on a new key/,
        /only one of many/,
      ],
    },
    {
      why: 'If-Range is not looked at, and HEAD knows no ranges.',
      tests: [/while If-Range holds: (another|the second)/, /ranges bytes=\d*-\d*$/],
    },
    { why: 'A range that is none is refused.', tests: [/=(3-1|0-1|a-b| -1|0 - 1) is no range: everything comes/] },
    { why: 'A 304 has no Last-Modified.', tests: [/a response 304/] },
    {
      why: 'A copy onto itself needs no change, and computes no checksum.',
      tests: [/copies onto itself/, /copies compute/],
    },
    { why: OTHER_CODE, tests: [/copies of (no|a version)/] },
  ],
  'emulator/s3/operations/listing.test.ts': [
    {
      why: 'Lists leave out what is empty, such as `Marker` and `Prefix`, and name a next marker where S3 names none.',
      tests: [/lists .*in both versions/, /version 1 /, /no keys asked for/, /encoding-type=url/, /the owner comes/],
    },
    { why: OTHER_CODE, tests: [/max-keys=(-1|abc)/, /a token that no list gave/] },
    { why: NOT_REFUSED, tests: [/max-keys=2147483648/, /another encoding/] },
  ],
  'emulator/s3/operations/multipart.test.ts': [
    {
      why: 'A part has no checksum unless its upload was begun with one, and completing refuses one that is named: clients of AWS name one by default.',
      tests: [
        /parts become one object/,
        /completing twice/,
        /a \w+ checksum of the type/,
        /is refused, and the upload goes on/,
        /a part that is not the last/,
        /by part number give one part/,
        /If-None-Match on completing/,
      ],
    },
    { why: NOT_REFUSED, tests: [/a part numbered (0|10001) is refused$/, /parts are copied/] },
    {
      why: 'Unfinished uploads of one key are listed by their ids, which are drawn.',
      tests: [/unfinished uploads are listed/],
      isLeftOut: true,
    },
  ],
  'emulator/s3/operations/objects.test.ts': [
    { why: 'A slash at the beginning of a key is lost.', tests: [/under the key \/begins/] },
    {
      why: 'With LMDB a key has at most 479 bytes: a longer one is 503.',
      tests: [/under the key xxx/, /1,024 bytes is refused/],
    },
    { why: NOT_REFUSED, tests: [/user metadata of more/, /takes 1,000 keys/, /would not do what is asked: (half|an)/] },
    { why: OTHER_CODE, tests: [/a wrong checksum is refused/] },
    { why: 'There is no GetObjectAttributes.', tests: [/attributes tell/] },
    { why: 'Version ids are not looked at.', tests: [/the version null/] },
    {
      why: 'DeleteObjects has no conditions: it deletes.',
      tests: [/has another ETag/, /would not do what is asked: a/],
    },
    { why: 'DeleteObjects cannot name a character that XML 1.0 has no reference for.', tests: [/XML has to escape/] },
  ],
  'acceptance/data-sources.test.ts': [],
  'acceptance/deletion-protection.test.ts': [],
  'acceptance/ephemeral-access-key.test.ts': [],
  'acceptance/import-by-name.test.ts': [],
  'acceptance/lifecycle.test.ts': [],
  'acceptance/lost-creates.test.ts': [],
  'acceptance/moved-keys.test.ts': [],
  'acceptance/limits.test.ts': [],
  'acceptance/rotation.test.ts': [],
  'acceptance/s3-backend.test.ts': [
    { why: 'Garage does not look at `If-None-Match`: `use_lockfile` locks nothing.', tests: [/the lock refuses one/] },
  ],
  'acceptance/two-projects.test.ts': [],
  'deploy/grants.test.ts': [],
};

/** Suites that do not run there. */
export interface Left {
  readonly why: string;
  /** Paths below `test/emulator/`, without `.test.ts`; what ends with a slash is a folder. */
  readonly suites: readonly string[];
}

const paths = (text: string) => text.trim().split(/\s+/);

export const LEFT: readonly Left[] = [
  {
    why: 'Nothing of it starts an emulator.',
    suites: paths(`
      cli/cluster-commands cli/flags cli/health-file cli/help cli/probe-flags control/api/openapi control/api/requests
      control/lifecycle control/views dashboard/cluster dashboard/deletions dashboard/fault-words dashboard/html
      dashboard/list dashboard/parts dashboard/sessions dashboard/site-errors dashboard/text domain/credentials
      domain/epoch domain/ids domain/nearest domain/settling domain/unwritable domain/objects/ faults/fault
      faults/latency files/object-file files/object-files files/open-data-folder files/removals
      files/temporary-folder metrics/exposition metrics/page options/check-options options/garage-options probe/lists
      probe/made probe/report probe/server probe/steps probe/steps-of- rest/error-responses rest/unread-body
      s3/auth/ s3/body/ s3/cors/rules s3/headers/ s3/listener/form s3/listener/guard s3/listener/to-s3-error
      s3/multipart/ s3/operations/documents s3/operations/lifecycle-rules s3/operations/list-documents
      s3/operations/read-body s3/operations/revoked s3/routing/ s3/xml/ seed/json-schema settings/settings
      sqlite/file-ledger sqlite/intents sqlite/start-error sqlite/stores sqlite/table sqlite/tokens storage/
      system/json-file system/listen system/random tls/authority validation/strict validation/validate wiring/presigned-links
    `),
  },
  {
    why: 'It starts the emulator as a process, to kill it, to trace it, or to look at its command line and its objects on disk.',
    suites: paths(`
      control/seeds crash durability ends files/data-folder files/folder-fuzz full-disk image lifecycle-crash
      announcement main power-cut cli/probe s3/fuzz s3/memory
    `),
  },
  {
    why: 'It looks at pages in a browser; what is on them does not depend on where objects lie.',
    suites: ['dashboard/browser-'],
  },
  {
    why: CLOCK,
    suites: paths(`
      control/dump dashboard/messages dashboard/outline-collections dashboard/outline-refused
      dashboard/outline-sign-in dashboard/outline-watch s3/lifecycle system/clock
    `),
  },
  {
    why: 'It is about resets, snapshots or seeds.',
    suites: paths(`
      control/api/responses control/start-buckets dashboard/control dashboard/worlds epochs fifty journal/ formats/ rest/read-only
      sqlite/snapshot survival testing/use-emulator
    `),
  },
  {
    why: OBJECTS_HERE,
    suites: paths(`
      dashboard/entrances dashboard/objects dashboard/objects- dashboard/outline-empty dashboard/outline-object
      dashboard/outline-objects move/ s3/damage s3/revocation s3/listener/faults s3/listener/protocol s3/listener/slow-bodies
      wiring/move/move-all
    `),
  },
  {
    why: 'It starts a fake of a cluster.',
    suites: ['wiring/move/cluster-side', 'wiring/move/move', 'wiring/reconcile'],
  },
  {
    why: 'It turns knobs in mixes, some of which Garage cannot follow.',
    suites: ['probe/probe', 'rest/fuzz', 'rest/pages', 'settings/knobs'],
  },
  { why: 'It is about the options themselves, all of which are given.', suites: ['options/option-types'] },
  {
    why: 'It is about what the emulator does otherwise than Garage, by a switch or a knob.',
    suites: ['s3/operations/checks', 's3/operations/client-buckets'],
  },
  {
    why: 'It is a table of what the emulator takes and refuses; Garage takes or ignores most of what is refused there.',
    suites: paths(`
      s3/reference s3/error-responses rest/handle rest/unreadable s3/listener/repeated-headers s3/listener/truncated
      s3/listener/unreadable s3/sdk-commands s3/operations/completions s3/operations/integrity s3/operations/refusals
    `),
  },
  {
    why: 'Its first operation is DeleteBucket by an owner, after which Garage has no bucket of that name.',
    suites: ['s3/permissions'],
  },
];
