import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { defineConfig } from 'vitest/config';

const CORES = availableParallelism();

/**
 * A limit is there to end what hangs, and not to measure: a machine with eight other things to do takes ten times as long as a quiet one.
 * Terraform waits for the service by itself, and a build for its tools.
 */
const LIMITS = {
  inProcess: { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } },
  withPrograms: { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } },
};

/**
 * Tests of this process: nothing can start another one. Files share the modules that they import, because for each file to load its own takes longer
 * than most of their tests. They run before the other projects, with a worker for each core.
 */
const inProcess = (name: string) => ({
  name,
  include: [`test/${name}/**/*.test.ts`],
  setupFiles: ['test/set-up/in-this-process.ts', 'test/set-up/well-made-messages.ts'],
  env: { CHECKPOINT_DISABLE: '1' },
  isolate: false,
  maxWorkers: CORES,
  ...LIMITS.inProcess,
});

/** Tests that start programs: Terraform, browsers, compilers, the built provider and emulator. Their files share modules, too. */
const withPrograms = (name: string) => ({
  name,
  include: [`test/${name}/**/*.test.ts`],
  globalSetup: [
    'test/set-up/build-provider.ts',
    'test/set-up/build-framework.ts',
    'test/set-up/build-emulator.ts',
    'test/set-up/write-twin.ts',
  ],
  env: { CHECKPOINT_DISABLE: '1' },
  sequence: { groupOrder: 1 },
  isolate: false,
  ...LIMITS.withPrograms,
});

const twin = join(import.meta.dirname, 'build/twin');

/** What changes a test of the constructs over to the twin for cdktn. */
const onTwin = {
  alias: [
    { find: /^cdktf$/, replacement: 'cdktn' },
    { find: /^(?:\.\.\/){2,}src(?=\/|$)/, replacement: join(twin, 'library/src') },
  ],
};

/**
 * Tests of the constructs that run on the twin, too: those of what cdktn does for us, and could do otherwise than cdktf. That is code that it writes for
 * legal programs (corpus, examples), addresses, tokens and references, arguments that are resolved late, iterators, stacks within stacks, aspects, and
 * every error at least once; and what the real Terraform makes of it.
 */
const ON_TWIN = [
  'test/host/src/{access-key,addresses,bucket,connection,getters,grants,identity,store-in}.test.ts',
  'test/host/src/{composition,corpus,doc-examples,ephemeral-access-key,functions,kept-in-plans,misplaced-values}.test.ts',
  'test/host/src/{nested-stacks,props,references,secret-map,secret-value,wrong-stacks}.test.ts',
  'test/host/src/aspects/*.test.ts',
  'test/real/deploy/{corpus,features,iterators,stacks}.test.ts',
  'test/real/twin/**/*.test.ts',
];

const hasGarage = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'garage')));

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
    globalSetup: ['test/set-up/make-sources.ts'],
    projects: [
      // Nothing is started: functions and classes, and what the repository says about itself.
      { test: inProcess('unit') },
      // An emulator, a host in the place of Terraform, an app of constructs: all in this process.
      { test: inProcess('host') },
      // The real Terraform, browsers, processes, other languages, pages as they are typed.
      { test: { ...withPrograms('real'), exclude: ['test/real/twin/**'] } },
      // Chance: servers, faults, interrupts, second writers, crashes. A sample; `npm run test:adversity` has more.
      { test: withPrograms('adversity') },
      {
        resolve: onTwin,
        test: {
          ...withPrograms('twin'),
          include: ON_TWIN,
          // cdktn asks an app to say that its Terraform knows write-only values, ephemeral blocks and functions.
          env: {
            CHECKPOINT_DISABLE: '1',
            CDKTF_CONTEXT_JSON: JSON.stringify({ targetVersions: { terraform: '>=1.11.0' } }),
          },
        },
      },
      // Over a real Garage, where `garage` is on the PATH: our own tests, and those of the emulator and the provider that hold there as they are.
      {
        test: {
          ...withPrograms('garage'),
          include: hasGarage
            ? [
                'test/over-garage/*.test.ts',
                'test/host/emulator/rest/{access-keys,auth,bad-input,openapi,pull-secrets,secrets,unknown-fields}.test.ts',
                'test/host/emulator/shared.test.ts',
                'test/real/acceptance/lifecycle.test.ts',
              ]
            : [],
          globalSetup: ['test/set-up/build-provider.ts', 'test/over-garage/one-node.ts'],
          setupFiles: ['test/over-garage/on-one-node.ts'],
        },
      },
      // What a release publishes: `npm run test:release`. The tests of processes run on its linux package, too, with the glibc in that.
      {
        test: {
          ...withPrograms('release'),
          include: ['test/release/**/*.test.ts', 'test/real/acceptance/{attach,processes,reattach}.test.ts'],
          globalSetup: ['test/set-up/build-provider.ts', 'test/release/support/build-release.ts'],
          env: { CHECKPOINT_DISABLE: '1', COFFER_TEST_BUILDS: 'released', COFFER_BUNDLED_GLIBC: '1' },
        },
      },
    ],
  },
});
