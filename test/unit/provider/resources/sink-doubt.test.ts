import { expect, test } from 'vitest';
import { Diagnostics } from '../../../../framework/diagnostic';
import { PrivateState } from '../../../../framework/plan/private-state';
import { path } from '../../../../framework/values/path';
import { doubtSink, endSinkDoubts, isSinkInDoubt, warnOfSinks } from '../../../../provider/resources/sink-doubt';

type Stored = Parameters<typeof doubtSink>[1];
type Ending = Parameters<typeof endSinkDoubts>[0];

const byName = (secret_name: string): Stored => ({ store_in: { secret_name, secret_id: null, format: null } });
const byId = (secret_id: string): Stored => ({ store_in: { secret_name: null, secret_id, format: null } });
const NONE: Stored = { store_in: null };

/** Private state with this note. */
const privately = (noted?: unknown) => new PrivateState(Buffer.from(JSON.stringify({ sink_in_doubt: noted })));
const noteIn = (kept: PrivateState) => kept.get('sink_in_doubt');

test.each([
  ['nothing', undefined, byId('a'), false],
  ['that of the state', true, byId('a'), true],
  ['this one', 'a', byId('a'), true],
  ['this one, by name', 'a', byName('a'), true],
  ['another one', 'b', byId('a'), false],
  ['several', 'b\na', byId('a'), true],
  ['something, without a secret in state', true, NONE, false],
])('P25: a note about %s: the secret of the state is in doubt: %j', (_what, noted, state, isOne) => {
  expect(isSinkInDoubt(privately(noted), state)).toBe(isOne);
});

test.each<[what: string, noted: unknown, wanted: Stored, after: unknown]>([
  ['that of the state', undefined, byId('a'), true],
  ['another one', undefined, byName('b'), 'b'],
  ['another one beside that of the state', true, byId('b'), 'a\nb'],
  ['one that is noted', 'a\nb', byId('b'), 'a\nb'],
  ['none', 'b', NONE, 'b'],
])('P25: %s is noted before it is written, and that can be undone', (_what, noted, wanted, after) => {
  const kept = privately(noted);

  const undo = doubtSink(kept, byId('a'), wanted);
  const meanwhile = noteIn(kept);
  undo();

  expect([meanwhile, noteIn(kept)]).toEqual([after, noted]);
});

const WARNING = {
  severity: 'warning',
  detail:
    'The secret that store_in named before may hold a key that is now deleted. Check that secret before a program reads it.',
  path: path('store_in'),
};

test.each<[noted: unknown, kept: Stored, named: string | undefined]>([
  [undefined, byId('a'), undefined],
  ['a', byId('a'), undefined],
  ['a\nb', byId('a'), '"b"'],
  ['a\nb\nc', byId('a'), '"b", "c"'],
  [true, NONE, '"a"'],
])('P25: of %j, where %j is kept, a warning names %s', (noted, kept, named) => {
  const [first, second] = [new Diagnostics(), new Diagnostics()];
  const privateState = privately(noted);
  const request = { state: byId('a'), plan: kept, privateState } as unknown as Ending;

  warnOfSinks({ ...request, diagnostics: first }, kept);
  endSinkDoubts({ ...request, diagnostics: second });

  const warning = { ...WARNING, summary: `A secret may hold a deleted key: ${named}` };
  expect(first.all).toEqual(named === undefined ? [] : [warning]);
  expect(second.all).toEqual(first.all);
  expect(noteIn(privateState)).toBeUndefined();
});
