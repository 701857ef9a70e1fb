import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { defineConfig } from 'vitest/config';

const twin = join(import.meta.dirname, 'build/twin');

/** What changes a test of the constructs over to the twin for cdktn. */
const onTwin = {
  alias: [
    { find: /^cdktf$/, replacement: 'cdktn' },
    { find: /^(?:\.\.\/){2,}src(?=\/|$)/, replacement: join(twin, 'library/src') },
  ],
};

/** cdktn asks an app to say that its Terraform knows write-only values, ephemeral blocks and functions. */
const TWIN_ENV = {
  CHECKPOINT_DISABLE: '1',
  CDKTF_CONTEXT_JSON: JSON.stringify({ targetVersions: { terraform: '>=1.11.0' } }),
};

/**
 * For tests of one process. A limit is there to end what hangs, and not to measure: a machine with eight other things to do takes ten
 * times as long as a quiet one.
 */
const GENEROUS = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

/**
 * Test files that start processes (a program of their own, a compiler, a browser) although they need no Terraform. In `unit` and
 * `constructs` nothing can start one: `test/support/in-this-process.ts` sees to it.
 */
const PROCESSES = [
  'test/emulator/{announcement,crash,durability,ends,exec,full-disk,image,lifecycle-crash,main,power-cut}.test.ts',
  'test/emulator/control/seeds.test.ts',
  'test/emulator/dashboard/browser*.test.ts',
  'test/emulator/files/{data-folder,folder-fuzz,temporary-folder}.test.ts',
  'test/emulator/garage/**/*.test.ts',
  'test/emulator/journal/curl.test.ts',
  'test/emulator/cli/probe.test.ts',
  'test/emulator/s3/{fuzz,memory}.test.ts',
  'test/projenrc/{dependabot,dependencies,workflows}.test.ts',
  'test/provider/client/{bundle,http/trust,tokens/token-command}.test.ts',
  'test/provider/formats/dotenv.test.ts',
  'test/provider/start.test.ts',
  'test/framework/command/project.test.ts',
  'test/framework/command.test.ts',
  'test/framework/packaging/{bun,bundle,node-edition,output-folder,require-serving}.test.ts',
  'test/framework/protocol/{attach,generated,lifetime,process,process-*,sentinel}.test.ts',
  'test/scripts/audit/shipped.test.ts',
  'test/scripts/{build-emulator,build-emulator-python,check-node,plain-checkout,terraform,terraform-versions}.test.ts',
  'test/scripts/release/{bun-libraries,normalize,preconditions,publish,sign}.test.ts',
  'test/src/{documentation,l1}.test.ts',
];

/**
 * Tests of what the repository says about itself (pages, links, rules, the text of its sources) and of its tools, in this process:
 * `npm run lint` runs them, and `npm test` does not.
 */
const REPOSITORY = [
  'test/*.test.ts',
  'test/{packages,projenrc,scripts}/**/*.test.ts',
  'test/docs/{commands,compatibility,sentences,generated-pages,interface,links,s3-clients,troubleshooting}.test.ts',
];

/**
 * Tests of the constructs that run on the twin for cdktn, too: those of what cdktn does for us, and could do otherwise than cdktf. That is
 * code that it writes for legal programs (corpus, examples), addresses, tokens and references, arguments that are resolved late, iterators,
 * stacks within stacks, aspects, and every error at least once. With `COFFER_TEST_SCALE=1` all run, but for what is generated and what
 * pins the text of the code.
 */
const ON_TWIN = [
  'test/src/{composition,corpus,doc-examples,ephemeral-access-key,functions,guide,kept-in-plans,misplaced-values}.test.ts',
  'test/src/{nested-stacks,references,required,secret-map,secret-value,wrong-stacks}.test.ts',
  'test/src/aspects/policies.test.ts',
];
const IN_FULL = process.env.COFFER_TEST_SCALE === '1';

/** Tests of this process that go through every case there is, or draw many: half of the time that `unit` and `constructs` would take with them. */
const ENUMERATIONS = [
  'test/emulator/{epochs,probe/probe}.test.ts',
  'test/emulator/rest/{bad-input,fuzz}.test.ts',
  'test/emulator/s3/{downloads,permissions}.test.ts',
  'test/emulator/settings/knobs.test.ts',
  'test/provider/{random-servers,client/fault-matrix,client/rate-limits}.test.ts',
  'test/provider/interrupts/interrupts.test.ts',
  'test/provider/resources/{contract,fault-matrix,key-revoked-elsewhere,newly-made,two-writers}.test.ts',
  'test/provider/resources/secret/change-detection.test.ts',
];

/**
 * Suites over a real Garage, where `garage` is on the PATH: our own, and those of the emulator and the provider that hold there as they are. What Garage
 * does otherwise than the emulator's own S3 is left out.
 */
const OVER_GARAGE = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'garage')))
  ? [
      'test/over-garage/*.test.ts',
      'test/emulator/rest/{access-keys,auth,bad-input,openapi,pull-secrets,secrets,unknown-fields}.test.ts',
      'test/emulator/shared.test.ts',
      'test/acceptance/lifecycle.test.ts',
    ]
  : [];

const CORES = availableParallelism();

/**
 * Files share the modules that they import: for each file to load its own takes longer than most of their tests. They run after the other
 * projects, with a worker for each core.
 */
const TOGETHER = { isolate: false, maxWorkers: CORES, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    // A test that waits for a process leaves a core to others: on two cores three workers take 12 % less time than two.
    maxWorkers: CORES + 1,
    coverage: {
      include: ['framework/**/*.ts', 'provider/**/*.ts', 'emulator/**/*.ts', 'src/**/*.ts'],
      exclude: ['framework/protocol/generated/**', 'src/l1/**', '**/*.d.ts'],
      reporter: ['text-summary', 'html'],
      reportsDirectory: 'build/coverage',
      reportOnFailure: true,
    },
    globalSetup: ['test/support/make-sources.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{contract,emulator,framework,provider}/**/*.test.ts'],
          exclude: [...PROCESSES, ...ENUMERATIONS],
          setupFiles: ['test/support/in-this-process.ts', 'test/support/well-made-messages.ts'],
          ...TOGETHER,
          ...GENEROUS,
        },
      },
      {
        test: {
          name: 'repository',
          include: REPOSITORY,
          exclude: PROCESSES,
          setupFiles: ['test/support/in-this-process.ts'],
          ...TOGETHER,
          ...GENEROUS,
        },
      },
      {
        test: {
          name: 'enumerations',
          include: ENUMERATIONS,
          setupFiles: ['test/support/in-this-process.ts', 'test/support/well-made-messages.ts'],
          env: { CHECKPOINT_DISABLE: '1' },
          ...TOGETHER,
          ...GENEROUS,
        },
      },
      {
        test: {
          name: 'processes',
          include: PROCESSES,
          env: { CHECKPOINT_DISABLE: '1' },
          ...GENEROUS,
        },
      },
      {
        test: {
          name: 'constructs',
          include: ['test/src/**/*.test.ts'],
          exclude: [...PROCESSES, ...ENUMERATIONS],
          setupFiles: ['test/support/in-this-process.ts', 'test/support/well-made-messages.ts', 'test/src/setup.ts'],
          env: { CHECKPOINT_DISABLE: '1' },
          ...TOGETHER,
          ...GENEROUS,
        },
      },
      {
        resolve: onTwin,
        test: {
          name: 'twin',
          include: [...(IN_FULL ? ['test/src/**/*.test.ts'] : ON_TWIN), 'test/twin/**/*.test.ts'],
          exclude: ['test/src/{documentation,examples,l1}.test.ts'],
          setupFiles: ['test/src/setup.ts'],
          globalSetup: ['test/support/write-twin.ts'],
          env: TWIN_ENV,
          ...TOGETHER,
          ...GENEROUS,
        },
      },
      {
        // The same stacks, made with the twin, in the real Terraform.
        resolve: onTwin,
        test: {
          name: 'twin-deploy',
          include: [IN_FULL ? 'test/deploy/**/*.test.ts' : 'test/deploy/{corpus,features,iterators,stacks}.test.ts'],
          globalSetup: ['test/support/build-provider.ts', 'test/support/write-twin.ts'],
          env: TWIN_ENV,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        // A chosen part of the acceptance tests on several command lines (`npm run test:matrix`: on all of them).
        test: {
          name: 'compatibility',
          include: ['test/compatibility/**/*.test.ts'],
          globalSetup: ['test/support/build-provider.ts'],
          env: { CHECKPOINT_DISABLE: '1' },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['test/{acceptance,deploy,docs,examples}/**/*.test.ts'],
          exclude: REPOSITORY,
          globalSetup: ['test/support/build-provider.ts', 'test/support/build-framework.ts', 'test/support/write-twin.ts'],
          env: { CHECKPOINT_DISABLE: '1' },
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'garage',
          include: OVER_GARAGE,
          globalSetup: ['test/support/build-provider.ts', 'test/over-garage/one-node.ts'],
          setupFiles: ['test/over-garage/on-one-node.ts'],
          env: { CHECKPOINT_DISABLE: '1' },
          ...GENEROUS,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        // What a release publishes: `npm run release`. The tests of processes run on its linux package, too, with the glibc in that.
        test: {
          name: 'release',
          include: ['test/release/**/*.test.ts', 'test/acceptance/{attach,processes,reattach}.test.ts'],
          globalSetup: ['test/support/build-provider.ts', 'test/support/build-release.ts'],
          env: { CHECKPOINT_DISABLE: '1', COFFER_TEST_BUILDS: 'released', COFFER_BUNDLED_GLIBC: '1' },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
