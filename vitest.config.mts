import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{acceptance,docs,examples,src}/**'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'constructs',
          include: ['test/src/**/*.test.ts'],
          setupFiles: ['test/src/setup.ts'],
          env: { CHECKPOINT_DISABLE: '1' },
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['test/acceptance/**/*.test.ts', 'test/examples/**/*.test.ts', 'test/docs/**/*.test.ts'],
          globalSetup: ['test/support/build-provider.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
