import type { SeedDocument } from '../../emulator';

const GIB = 2 ** 30;
const WORDS =
  'session-signing stripe-webhook smtp-password database-url jwt-private sentry-dsn oauth-client cdn-token'.split(' ');

/** Data for the pictures: a shop with its secrets and buckets. Ids and keys are made up, and open nothing. */
export const DEMO_DATA: SeedDocument = {
  secrets: WORDS.map((name, n) => ({
    id: `5f1c07a${n}-8d2e-4b6f-9a31-7c40e2d91b0${n}`,
    name,
    project_id: n % 3 === 0 ? 'shop-staging' : 'shop-production',
    value: 'not shown anywhere',
  })),
  pull_secrets: [
    ['b7a4c0de-51f3-4a88-8f20-0d9e6c1a7b42', 'ghcr.io', 'shop-production'] as const,
    ['e03b9f16-2c74-4d5a-b1e8-94f7a5608c3d', 'registry.example.com:5000', 'shop-staging'] as const,
  ].map(([id, server, project_id]) => ({ id, server, username: 'u', password: 'p', project_id })),
  buckets: [
    {
      id: '0a6d1c9e-7b35-4f82-a1d4-5e8f30c2b796',
      alias: 'lantern-juniper-3f9a1c',
      max_size: 200_000,
      description: 'Uploads of customers',
      project_id: 'shop-production',
    },
    {
      id: '9c2e84f7-16ab-4d03-b5e9-a7f1d0683c45',
      alias: 'calm-otter-0e77d2',
      max_size: 5 * GIB,
      description: 'Nightly backups',
      project_id: 'shop-production',
    },
    {
      id: '47f0b3a8-d951-4c6e-8e27-1b9a5c04d2f6',
      alias: 'quick-raven-aa01f3',
      max_size: 50 * GIB,
      project_id: 'shop-staging',
    },
  ],
  access_keys: [
    {
      id: 'd18e5b70-94c2-4fa6-93b7-6a0c2e7f8b15',
      access_key_id: 'GK4b1f7c0a92e85d63f07a1c9e',
      secret_access_key: 'a-secret-half-that-opens-nothing',
      buckets: ['lantern-juniper-3f9a1c', 'calm-otter-0e77d2'],
      permissions: { read: true, write: true },
      project_id: 'shop-production',
    },
  ],
};

/** Objects in the first bucket: their keys and sizes in bytes. */
export const DEMO_OBJECTS: readonly (readonly [key: string, bytes: number])[] = [
  ['invoices/2026-10.pdf', 48_230],
  ['invoices/2026-11.pdf', 51_904],
  ['logo.svg', 3_120],
  ['products/cat-tree.jpg', 25_600],
  ['readme.txt', 412],
];
