import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Emulator, StartError } from '../../../../emulator';
import { startEmulator, temporaryFolder } from '../support';

function fileWith(content: unknown): string {
  const path = join(temporaryFolder(), 'dialect.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('E2: a dialect file sets dialect, knobs, lag and settle rule', async () => {
  const dialectFile = fileWith({
    dialect: 'enveloped',
    knobs: { pageSize: 3 },
    lag: { newHidden: 1 },
    settle: '2polls',
    notKnown: { timestamps: 'nobody looked' },
  });

  const { settings } = await startEmulator({ dialectFile });

  expect(settings.read()).toMatchObject({
    knobs: { listShape: 'envelope_cursor', pageSize: 3 },
    lag: { newHidden: 1, aliasFlaps: 0 },
    settle: '2polls',
  });
});

test('E2: what is given beside a dialect file wins', async () => {
  const dialectFile = fileWith({ knobs: { pageSize: 3, errorBody: 'empty' }, settle: '2polls', lag: { newHidden: 1 } });

  const some = await startEmulator({ dialectFile, knobs: { pageSize: 4 }, settle: '1ms', lag: { newHidden: 2 } });
  const all = await startEmulator({ dialectFile, dialect: 'extended' });

  expect(some.settings.read()).toMatchObject({
    knobs: { pageSize: 4, errorBody: 'empty' },
    settle: '1ms',
    lag: { newHidden: 2 },
  });
  expect(all.knobs).toMatchObject({ pageSize: 50, errorBody: 'json', pullSecretApi: 'full' });
});

test.each([
  ['{"knobs":\n{CANARY', ['is not valid JSON, line 2']],
  ['null', ['The file must be an object']],
  [
    { dialect: 'CANARY', knobs: { pageSize: 0, errorBody: 'CANARY' }, settle: 'CANARY', seed: 1 },
    [
      '"dialect" must be one of conventional, minimal, enveloped, extended',
      '"knobs.pageSize" must be at least 1',
      '"knobs.errorBody" must be one of json, empty, problem',
      '"settle" must be immediate, <n>ms or <n>polls',
      'The file has unknown fields: seed',
    ],
  ],
])('every problem of a dialect file is named, and no value: case %#', async (content, says) => {
  const failure = await Emulator.start({ dialectFile: fileWith(content) }).catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(StartError);
  for (const each of says) expect(String(failure)).toContain(each);
  expect(String(failure)).not.toContain('CANARY');
});
