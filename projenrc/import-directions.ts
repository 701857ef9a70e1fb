/** Allowed imports (ARCHITECTURE.md), as rules for dependency-cruiser. Data flows one way: a cycle is a bug. */

/** What lies in `from` may import what lies there, Node's own modules, and `to`. */
const only = (from: string, to: readonly string[], comment: string) => ({
  name: `imports of ${from}`,
  comment,
  from: { path: from },
  to: {
    pathNot: [from, ...to, '^node:', '^(assert|buffer|crypto|fs|net|os|path|stream|timers|tls|url|util)(/|$)'],
    dependencyTypesNot: ['core'],
  },
});

const npm = (...names: string[]) => names.map((name) => `(^|/)node_modules/${name}(/|$)`);

/** The framework without its wire, and without the tools around it. */
const FRAMEWORK = '^framework/(?!(command|packaging|protocol|reference|testing)/)';

const RULES = [
  {
    name: 'no-circle-between-files',
    comment: 'A circle between files is a bug.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-circle-between-folders',
    comment:
      'Arrows between folders that lie side by side go one way. A folder and one inside of it may need each other.',
    scope: 'folder',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment:
      'Every import leads somewhere. What the examples for cdktn and of the framework need is installed where they stand, by whoever runs them.',
    from: { pathNot: '^(examples/(constructs/cdk-terrain|framework)|framework/command/template)/' },
    to: { couldNotResolve: true },
  },
  {
    name: 'no-arrow-up-in-constructs',
    comment: 'Public classes use private code; that knows their types alone, and the enumerations, which know nothing.',
    from: { path: '^src/(private|enums)/' },
    to: { path: '^src/(?!private/|enums/|l1/)', dependencyTypesNot: ['type-only'] },
  },
  only('^contract/', npm('zod'), 'The contract knows nobody but zod.'),
  only('^contract/formats/', [], 'How JSON and XML are read and written on both sides: pure text.'),
  only('^src/', npm('cdktf', 'constructs'), 'The construct library meets the rest over HTTP only.'),
  only(FRAMEWORK, [], 'The framework knows Terraform: no provider, no service, and not the wire.'),
  only('^framework/values/', [], 'Values and their types: no schema, no provider.'),
  only(
    '^framework/schema/',
    ['^framework/values/', '^framework/(diagnostic|failure)\\.ts$'],
    'What an attribute is, and which values fit it: no handler, no plan.',
  ),
  only(
    '^framework/plan/',
    ['^framework/(values|schema)/', '^framework/diagnostic\\.ts$'],
    'What a plan becomes: no handler, no request.',
  ),
  only(
    '^framework/protocol/',
    ['^framework/', ...npm('@msgpack/msgpack', '@bufbuild/protobuf')],
    'The wire knows the framework only.',
  ),
  only('^framework/packaging/', [FRAMEWORK, ...npm('esbuild')], 'From code to what Terraform installs: no wire.'),
  only('^framework/reference/', [FRAMEWORK], 'Pages are made of definitions.'),
  only(
    '^framework/testing/',
    ['^framework/protocol/', FRAMEWORK],
    'What plays Terraform knows how connections begin and end.',
  ),
  only(
    '^framework/command/',
    ['^framework/(packaging|reference)/', FRAMEWORK, ...npm('esbuild'), '^terraform-provider-kit'],
    'The command line: flags, and the tools behind them.',
  ),
  only('^framework/protocol/grpc/', ['^framework/protocol/http2/'], 'gRPC knows no Terraform.'),
  only('^framework/protocol/http2/', [], 'HTTP/2 knows no gRPC.'),
  only(
    '^provider/client/',
    ['^(contract|provider/formats)/', '^framework/redact\\.ts$', ...npm('undici', 'zod')],
    'HTTP: no Terraform.',
  ),
  ...Object.entries({
    errors: [[], 'What went wrong, in words: knows no other room.'],
    tokens: [['errors'], 'Where the token comes from: no request.'],
    responses: [['errors'], 'What a body says: no HTTP library, and nobody who sends.'],
    http: [['errors', 'tokens', 'responses'], 'Requests and their repetition: no list, no create.'],
    lists: [['errors', 'responses', 'http'], 'What a collection holds: no create.'],
    creates: [['errors', 'responses', 'http', 'lists'], 'What becomes of a create: no collection.'],
  } as const).map(([room, [rooms, comment]]) =>
    only(
      `^provider/client/${room}/`,
      [
        ...rooms.map((one) => `^provider/client/${one}/`),
        '^provider/client/(attempt|environment|settings)\\.ts$',
        '^(contract|provider/formats)/',
        '^framework/redact\\.ts$',
        ...npm(...(room === 'http' ? ['undici'] : []), 'zod'),
      ],
      comment,
    ),
  ),
  only('^framework/redact\\.ts$', [], 'How secrets are removed: pure text.'),
  only('^provider/formats/', [], 'How things are written: pure text.'),
  only(
    '^provider/s3/',
    ['^provider/(formats|client)/', '^contract/formats/', '^framework/redact\\.ts$', ...npm('@smithy/signature-v4')],
    'Looking into buckets: HTTP through the client, no Terraform.',
  ),
  only(
    '^provider/service/',
    ['^provider/(s3|formats|client)/', '^contract/formats/', FRAMEWORK],
    'What resources share.',
  ),
  only(
    '^provider/resources/',
    ['^provider/(service|s3|formats|client)/', FRAMEWORK],
    'Resources know neither wire nor HTTP.',
  ),
  ...['data-sources', 'ephemeral-resources', 'list-resources', 'actions'].map((kind) =>
    only(
      `^provider/${kind}/`,
      ['^provider/(service|client)/', FRAMEWORK],
      'No kind knows wire or HTTP, nor any other kind.',
    ),
  ),
  only(
    '^provider/functions/',
    ['^provider/formats/', FRAMEWORK],
    'Functions are pure: they know neither service nor client.',
  ),
  only('^emulator/domain/', [], "The emulator's domain knows nobody."),
  only('^emulator/http/', ['^emulator/domain/', '^contract/formats/'], 'HTTP of any listener.'),
  only(
    '^emulator/validation/',
    ['^emulator/domain/', ...npm('zod')],
    'Whether values from outside fit a schema: the domain (its errors) only.',
  ),
  only(
    '^emulator/settings/',
    ['^emulator/(validation|domain)/', ...npm('zod')],
    'Knobs, lag and settle rule, and which of them a response relies on: nothing that serves.',
  ),
  only(
    '^emulator/seed/',
    ['^emulator/(validation|domain)/', '^contract/', ...npm('zod')],
    'The document of a seed: not where it is kept.',
  ),
  only(
    '^emulator/journal/',
    ['^emulator/(settings|validation|domain)/', '^contract/', ...npm('zod')],
    'What is told of requests, and which requests are meant: nothing that serves.',
  ),
  only(
    '^emulator/faults/',
    ['^emulator/(journal|validation|domain)/', '^contract/', ...npm('zod')],
    'What faults do to requests, the same for REST and S3.',
  ),
  only('^emulator/files/', ['^emulator/domain/', '^contract/formats/'], 'Bytes of objects: the domain only.'),
  only('^emulator/sqlite/', ['^emulator/domain/', '^contract/formats/'], 'The store knows the domain only.'),
  only(
    '^emulator/rest/',
    ['^emulator/(faults|journal|settings|validation|http|domain)/', '^contract/', ...npm('fastify', 'zod')],
    'The control plane knows domain and contract.',
  ),
  only(
    '^emulator/s3/',
    ['^emulator/(faults|journal|settings|http|domain)/', '^contract/formats/', ...npm('@fastify/busboy', 'hash-wasm')],
    'The data plane knows the domain, faults and journal, and how XML is read.',
  ),
  only(
    '^emulator/tls/',
    ['^emulator/domain/', ...npm('@peculiar/x509', 'reflect-metadata')],
    'Certificates: the domain (its errors) only.',
  ),
  only(
    '^emulator/dashboard/',
    ['^emulator/(faults|journal|settings|system|http|domain)/', '^contract/formats/', ...npm('fastify')],
    'The dashboard knows the domain, and what tests set: neither listeners nor the contract.',
  ),
  only(
    '^emulator/dashboard/browser/',
    ['^emulator/dashboard/sizes\\.ts$', '^emulator/domain/counts\\.ts$'],
    'What runs in the browser: nothing of Node, and nothing that serves.',
  ),
  only(
    '^emulator/garage/',
    ['^emulator/(domain|sqlite)/', '^contract/formats/', ...npm('zod')],
    'The cluster behind the control plane: its rows, the domain, and JSON that keeps every digit.',
  ),
  only(
    '^emulator/system/',
    ['^emulator/(validation|domain)/', '^contract/formats/', ...npm('zod')],
    'What comes from the machine: no part of the service.',
  ),
  only(
    '^emulator/storage/',
    ['^emulator/(system|sqlite|files|domain)/', '^contract/formats/'],
    'Where everything lies: no HTTP.',
  ),
  only(
    '^emulator/options/',
    ['^emulator/(seed|settings|journal|validation|system|domain)/'],
    'What can be chosen: nothing that runs.',
  ),
  only(
    '^emulator/control/',
    [
      '^emulator/(options|storage|system|sqlite|seed|settings|faults|journal|validation|http|domain)/',
      '^contract/',
      ...npm('fastify', 'zod'),
    ],
    'What tests may do, in process or over HTTP: neither the service nor a page.',
  ),
  only(
    '^emulator/cli/',
    ['^emulator/(options|probe|control|storage|system|files|seed|settings|journal|domain)/', '^contract/formats/'],
    'The command line: what flags mean, nothing that serves.',
  ),
  only(
    '^emulator/wiring/',
    ['^emulator/(?!(cli|probe|testing)/)[^/]+/', '^contract/formats/', ...npm('fastify')],
    'What connects the parts: neither the command line nor the emulator that it is made for.',
  ),
  only(
    '^emulator/probe/',
    ['^emulator/settings/', '^emulator/domain/members\\.ts$'],
    'The probe meets servers over HTTP only; of the emulator it knows which knobs there are.',
  ),
  {
    name: 'contract-by-those-who-speak-it',
    comment: 'Everyone else gets what they need from the client or from these rooms of the emulator.',
    from: {
      path: '^(provider|emulator|src)/',
      pathNot: '^(provider/client|emulator/(rest|control|faults|journal|seed))/',
    },
    to: { path: '^contract/(?!formats/)' },
  },
  {
    name: 'garage-by-its-wiring-only',
    comment:
      'Without the flags of a cluster nothing of it is loaded: emulator/main.ts loads its wiring when they are given.',
    from: { path: '^(contract|framework|provider|emulator|src)/', pathNot: '^emulator/(garage/|wiring/garage\\.ts$)' },
    to: { path: '^emulator/garage/' },
  },
  {
    name: 'garage-on-demand',
    comment: 'Likewise.',
    from: { path: '^(contract|framework|provider|emulator|src)/' },
    to: { path: '^emulator/wiring/garage\\.ts$', dynamic: false },
  },
  {
    name: 'rest-by-wiring-only',
    comment: 'REST serves requests: what others need too is a room of its own.',
    from: { path: '^(contract|framework|provider|emulator|src)/', pathNot: '^emulator/(rest|wiring)/' },
    to: { path: '^emulator/rest/' },
  },
  {
    name: 'provider-and-emulator-apart',
    comment: 'They meet over HTTP and in tests.',
    from: { path: '^(provider|emulator)/' },
    to: { path: '^(provider|emulator|src|test|scripts)/', pathNot: '^$1/' },
  },
  {
    name: 'no-product-on-tests',
    comment: 'Nothing that ships imports a test or an example.',
    from: { path: '^(contract|framework|provider|emulator|src|scripts)/' },
    to: { path: '^(test|examples)/' },
  },
];

export const importDirections = {
  forbidden: RULES.map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/l1/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.code.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
