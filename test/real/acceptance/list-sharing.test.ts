import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';

const MANY = `
  resource "coffer_secret" "s" {
    count            = 300
    name             = "secret-\${count.index}"
    value_wo         = "v"
    value_wo_version = "1"
  }
  resource "coffer_bucket" "b" {
    count    = 100
    max_size = 1000 + count.index
  }
`;

it.each([
  ['conventional', { listSecrets: 1, listBuckets: 1 }],
  ['enveloped', { listSecrets: 6, listBuckets: 2 }],
] as const)(
  'P6: a plan of 300 secrets and 100 buckets on %s makes one list call per collection and page',
  async (dialect, calls) => {
    await using emulator = await Emulator.start({ dialect });
    await using workspace = await Workspace.create(emulator);
    await workspace.write(MANY);
    await workspace.must(['apply', '-auto-approve', '-input=false', '-no-color'], {
      withoutPlan: 'the next plan is the one whose calls are counted',
    });
    emulator.journal.clear();

    const actions = await workspace.planActions();

    expect(actions).toEqual({});
    for (const [operation, count] of Object.entries(calls)) {
      expect([operation, emulator.journal.count({ operation: operation as keyof typeof calls })]).toEqual([
        operation,
        count,
      ]);
    }
    expect(emulator.journal.count({ method: 'GET' })).toBe(calls.listSecrets + calls.listBuckets);
  },
);
