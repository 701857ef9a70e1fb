/** Allowed imports (ARCHITECTURE.md), as rules for dependency-cruiser. Data flows one way: a cycle is a bug. */

const only = (name: string, from: string, to: readonly string[], comment: string) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: {
    pathNot: [...to, '^node:', '^(assert|buffer|crypto|fs|net|os|path|stream|timers|tls|url|util)(/|$)'],
    dependencyTypesNot: ['core'],
  },
});

const npm = (...names: string[]) => names.map((name) => `(^|/)node_modules/${name}(/|$)`);

/** The framework without its wire, and without the tools around it. */
const FRAMEWORK = '^framework/(?!(command|packaging|protocol|reference|testing)/)';

export const importDirections = {
  forbidden: [
    {
      name: 'no-circle-between-files',
      severity: 'error',
      comment: 'A circle between files is a bug.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circle-between-folders',
      severity: 'error',
      comment:
        'Arrows between folders that lie side by side go one way. A folder and one inside of it may need each other.',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      severity: 'error',
      comment:
        'Every import leads somewhere. What the examples for cdktn and of the framework need is installed where they stand, by whoever runs them.',
      from: { pathNot: '^examples/(constructs/cdk-terrain|framework)/' },
      to: { couldNotResolve: true },
    },
    only('contract-stands-alone', '^contract/', ['^contract/', ...npm('zod')], 'The contract knows nobody but zod.'),
    only(
      'formats-of-both-sides-stand-alone',
      '^contract/formats/',
      ['^contract/formats/'],
      'How JSON and XML are read and written on both sides: pure text.',
    ),
    only(
      'constructs-stand-alone',
      '^src/',
      ['^src/', ...npm('cdktf', 'constructs')],
      'The construct library meets the rest over HTTP only.',
    ),
    only(
      'framework-stands-alone',
      FRAMEWORK,
      [FRAMEWORK],
      'The framework knows Terraform: no provider, no service, and not the wire.',
    ),
    only(
      'protocol-on-framework',
      '^framework/protocol/',
      ['^framework/', ...npm('@msgpack/msgpack', '@bufbuild/protobuf')],
      'The wire knows the framework only.',
    ),
    only(
      'packaging-on-framework',
      '^framework/packaging/',
      ['^framework/packaging/', FRAMEWORK, ...npm('esbuild')],
      'From code to what Terraform installs: no wire.',
    ),
    only(
      'reference-on-framework',
      '^framework/reference/',
      ['^framework/reference/', FRAMEWORK],
      'Pages are made of definitions.',
    ),
    only(
      'testing-on-protocol',
      '^framework/testing/',
      ['^framework/(testing|protocol)/', FRAMEWORK],
      'What plays Terraform knows how connections begin and end.',
    ),
    only(
      'command-on-tools',
      '^framework/command/',
      ['^framework/(command|packaging|reference)/', FRAMEWORK, ...npm('esbuild')],
      'The command line: flags, and the tools behind them.',
    ),
    only('grpc-stands-alone', '^framework/protocol/grpc/', ['^framework/protocol/grpc/'], 'gRPC knows no Terraform.'),
    only(
      'client-on-contract',
      '^provider/client/',
      ['^provider/client/', '^contract/', ...npm('undici', 'zod')],
      'The client knows HTTP: no Terraform.',
    ),
    only('formats-stand-alone', '^provider/formats/', ['^provider/formats/'], 'How things are written: pure text.'),
    only(
      's3-on-client',
      '^provider/s3/',
      ['^provider/(s3|formats|client)/', '^contract/formats/', ...npm('@smithy/signature-v4')],
      'Looking into buckets: HTTP through the client, no Terraform.',
    ),
    only(
      'service-on-client',
      '^provider/service/',
      ['^provider/(service|s3|formats|client)/', FRAMEWORK],
      'What resources share.',
    ),
    only(
      'resources-on-service',
      '^provider/resources/',
      ['^provider/(resources|service|s3|formats|client)/', FRAMEWORK],
      'Resources know neither wire nor HTTP.',
    ),
    only(
      'data-sources-on-service',
      '^provider/data-sources/',
      ['^provider/(data-sources|service|client)/', FRAMEWORK],
      'Data sources know neither wire nor HTTP, nor any resource.',
    ),
    ...['ephemeral-resources', 'list-resources', 'actions'].map((folder) =>
      only(
        `${folder}-on-service`,
        `^provider/${folder}/`,
        [`^provider/(${folder}|service|client)/`, FRAMEWORK],
        'No kind knows wire or HTTP, nor any other kind.',
      ),
    ),
    only(
      'functions-on-framework',
      '^provider/functions/',
      ['^provider/(functions|formats)/', FRAMEWORK],
      'Functions are pure: they know neither service nor client.',
    ),
    only('domain-stands-alone', '^emulator/domain/', ['^emulator/domain/'], "The emulator's domain knows nobody."),
    only(
      'http-on-domain',
      '^emulator/http/',
      ['^emulator/(http|domain)/', '^contract/formats/'],
      'HTTP of any listener.',
    ),
    only(
      'validation-on-domain',
      '^emulator/validation/',
      ['^emulator/(validation|domain)/', ...npm('zod')],
      'Whether values from outside fit a schema: the domain (its errors) only.',
    ),
    only(
      'settings-on-validation',
      '^emulator/settings/',
      ['^emulator/(settings|validation|domain)/', ...npm('zod')],
      'Knobs, lag and settle rule, and which of them a response relies on: nothing that serves.',
    ),
    only(
      'seed-on-validation',
      '^emulator/seed/',
      ['^emulator/(seed|validation|domain)/', '^contract/', ...npm('zod')],
      'The document of a seed: not where it is kept.',
    ),
    only(
      'journal-on-settings',
      '^emulator/journal/',
      ['^emulator/(journal|settings|validation|domain)/', '^contract/', ...npm('zod')],
      'What is told of requests, and which requests are meant: nothing that serves.',
    ),
    only(
      'faults-on-journal',
      '^emulator/faults/',
      ['^emulator/(faults|journal|validation|domain)/', '^contract/', ...npm('zod')],
      'What faults do to requests, the same for REST and S3.',
    ),
    only('files-on-domain', '^emulator/files/', ['^emulator/(files|domain)/'], 'Bytes of objects: the domain only.'),
    only('sqlite-on-domain', '^emulator/sqlite/', ['^emulator/(sqlite|domain)/'], 'The store knows the domain only.'),
    only(
      'rest-on-domain',
      '^emulator/rest/',
      ['^emulator/(rest|faults|journal|settings|validation|http|domain)/', '^contract/', ...npm('fastify', 'zod')],
      'The control plane knows domain and contract.',
    ),
    only(
      's3-on-domain',
      '^emulator/s3/',
      [
        '^emulator/(s3|faults|journal|settings|http|domain)/',
        '^contract/formats/',
        ...npm('@fastify/busboy', 'hash-wasm'),
      ],
      'The data plane knows the domain, faults and journal, and how XML is read.',
    ),
    only(
      'tls-on-domain',
      '^emulator/tls/',
      ['^emulator/(tls|domain)/', ...npm('@peculiar/x509', 'reflect-metadata')],
      'Certificates: the domain (its errors) only.',
    ),
    only(
      'dashboard-on-domain',
      '^emulator/dashboard/',
      ['^emulator/(dashboard|faults|journal|settings|system|http|domain)/', '^contract/formats/', ...npm('fastify')],
      'The dashboard knows the domain, and what tests set: neither listeners nor the contract.',
    ),
    only(
      'garage-on-domain',
      '^emulator/garage/',
      ['^emulator/(garage|domain)/', '^contract/formats/'],
      'The cluster behind the control plane: the domain, and JSON that keeps every digit.',
    ),
    only(
      'move-on-s3',
      '^emulator/move/',
      ['^emulator/(move|domain)/', '^emulator/s3/(auth|xml)/'],
      'Objects from one S3 endpoint to another: no data folder, no cluster.',
    ),
    only(
      'system-on-domain',
      '^emulator/system/',
      ['^emulator/(system|validation|domain)/', '^contract/formats/', ...npm('zod')],
      'What comes from the machine: no part of the service.',
    ),
    only(
      'storage-on-sqlite',
      '^emulator/storage/',
      ['^emulator/(storage|system|sqlite|files|domain)/'],
      'Where everything lies: no HTTP.',
    ),
    only(
      'options-on-settings',
      '^emulator/options/',
      ['^emulator/(options|seed|settings|journal|validation|system|domain)/'],
      'What can be chosen: nothing that runs.',
    ),
    only(
      'control-on-storage',
      '^emulator/control/',
      [
        '^emulator/(control|options|storage|system|sqlite|seed|settings|faults|journal|validation|http|domain)/',
        '^contract/',
        ...npm('fastify', 'zod'),
      ],
      'What tests may do, in process or over HTTP: neither the service nor a page.',
    ),
    only(
      'cli-on-options',
      '^emulator/cli/',
      [
        '^emulator/(cli|options|probe|control|storage|system|files|seed|settings|journal|domain)/',
        '^contract/formats/',
      ],
      'The command line: what flags mean, nothing that serves.',
    ),
    only(
      'wiring-below-emulator',
      '^emulator/wiring/',
      ['^emulator/(?!(cli|probe|testing)/)[^/]+/', '^contract/formats/', ...npm('fastify')],
      'What connects the parts: neither the command line nor the emulator that it is made for.',
    ),
    only('metrics-stand-alone', '^emulator/metrics/', ['^emulator/metrics/'], 'Figures know nobody.'),
    only(
      'probe-on-settings',
      '^emulator/probe/',
      ['^emulator/(probe|settings)/'],
      'The probe meets servers over HTTP only; of the emulator it knows which knobs there are.',
    ),
    {
      name: 'contract-by-those-who-speak-it',
      severity: 'error',
      comment: 'Everyone else gets what they need from the client or from these rooms of the emulator.',
      from: {
        path: '^(provider|emulator|src)/',
        pathNot: '^(provider/client|emulator/(rest|control|faults|journal|seed))/',
      },
      to: { path: '^contract/(?!formats/)' },
    },
    {
      name: 'rest-by-wiring-only',
      severity: 'error',
      comment: 'REST serves requests: what others need too is a room of its own.',
      from: { path: '^(contract|framework|provider|emulator|src)/', pathNot: '^emulator/(rest|wiring)/' },
      to: { path: '^emulator/rest/' },
    },
    {
      name: 'provider-and-emulator-apart',
      severity: 'error',
      comment: 'They meet over HTTP and in tests.',
      from: { path: '^(provider|emulator)/' },
      to: { path: '^(provider|emulator|src|test|scripts)/', pathNot: '^$1/' },
    },
    {
      name: 'no-product-on-tests',
      severity: 'error',
      comment: 'Nothing that ships imports a test or an example.',
      from: { path: '^(contract|framework|provider|emulator|src|scripts)/' },
      to: { path: '^(test|examples)/' },
    },
  ],
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
