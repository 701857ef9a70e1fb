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
        'Every import leads somewhere. What the example for cdktn needs is installed where it stands, by whoever runs it.',
      from: { pathNot: '^examples/constructs/cdk-terrain/' },
      to: { couldNotResolve: true },
    },
    only('contract-stands-alone', '^contract/', ['^contract/', ...npm('zod')], 'The contract knows nobody but zod.'),
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
      ['^provider/(s3|formats|client)/', '^contract/xml\\.ts$', ...npm('@smithy/signature-v4')],
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
      'faults-on-domain',
      '^emulator/faults/',
      ['^emulator/(faults|journal|domain)/'],
      'What faults do: the domain only.',
    ),
    only(
      'journal-on-domain',
      '^emulator/journal/',
      ['^emulator/(journal|domain)/'],
      'What is told of requests: pure text.',
    ),
    only('files-on-domain', '^emulator/files/', ['^emulator/(files|domain)/'], 'Bytes of objects: the domain only.'),
    only('sqlite-on-domain', '^emulator/sqlite/', ['^emulator/(sqlite|domain)/'], 'The store knows the domain only.'),
    only(
      'rest-on-domain',
      '^emulator/rest/',
      ['^emulator/(rest|faults|journal|domain|http)/', '^contract/', ...npm('fastify', 'zod')],
      'The control plane knows domain and contract.',
    ),
    only(
      's3-on-domain',
      '^emulator/s3/',
      ['^emulator/(s3|faults|journal|domain|http)/', '^contract/xml\\.ts$', ...npm('@fastify/busboy', 'hash-wasm')],
      'The data plane knows the domain only, and how XML is read.',
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
      ['^emulator/(dashboard|journal|domain)/', ...npm('fastify')],
      'The dashboard knows the domain only.',
    ),
    only(
      'garage-on-domain',
      '^emulator/garage/',
      ['^emulator/(garage|domain)/', '^emulator/rest/json\\.ts$'],
      'The cluster behind the control plane: the domain, and JSON that keeps every digit.',
    ),
    only(
      'system-on-domain',
      '^emulator/system/',
      ['^emulator/(system|domain)/', '^emulator/rest/(json|clock-change)\\.ts$', '^package\\.json$'],
      'What comes from the machine: no part of the service.',
    ),
    only(
      'storage-on-sqlite',
      '^emulator/storage/',
      ['^emulator/(storage|system|sqlite|files|domain)/'],
      'Where everything lies: no HTTP.',
    ),
    only(
      'options-on-rest',
      '^emulator/options/',
      ['^emulator/(options|journal|system|domain)/', '^emulator/rest/(knobs|settings|body)\\.ts$'],
      'What can be chosen: nothing that runs.',
    ),
    only(
      'control-on-storage',
      '^emulator/control/',
      ['^emulator/(control|storage|system|sqlite|rest|domain)/', '^emulator/options/'],
      'What tests may do: no listener, no page.',
    ),
    only(
      'cli-on-options',
      '^emulator/cli/',
      [
        '^emulator/(cli|options|journal|control|storage|system|files|domain)/',
        '^emulator/rest/(json|knobs|saved-seed|seed)\\.ts$',
      ],
      'The command line: what flags mean, nothing that serves.',
    ),
    only(
      'wiring-below-emulator',
      '^emulator/wiring/',
      ['^emulator/(?!(cli|probe|testing)/)[^/]+/', ...npm('fastify')],
      'What connects the parts: neither the command line nor the emulator that it is made for.',
    ),
    only('metrics-stand-alone', '^emulator/metrics/', ['^emulator/metrics/'], 'Figures know nobody.'),
    only(
      'probe-on-knobs',
      '^emulator/probe/',
      ['^emulator/probe/', '^emulator/cli/arguments\\.ts$', '^emulator/rest/(knobs|settings)\\.ts$'],
      'The probe meets servers over HTTP only; of the control plane it knows which knobs there are.',
    ),
    {
      name: 'contract-by-client-and-rest-only',
      severity: 'error',
      comment: 'Everyone else gets what they need from the client or from the control plane.',
      from: { path: '^(provider|emulator|src)/', pathNot: '^(provider/client|emulator/rest)/' },
      to: { path: '^contract/', pathNot: '^contract/xml\\.ts$' },
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
