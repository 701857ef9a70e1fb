import { expect, test } from 'vitest';
import { NO_LAG } from '../../../../emulator/domain/lag';
import { dialects, nearestDialect } from '../../../../emulator/settings/knobs';
import { type BehaviourChange, Settings } from '../../../../emulator/settings/settings';

test('settings begin with what is given and are conventional, without lag, settled at once and permissive otherwise', () => {
  expect(new Settings({}).read()).toEqual({
    ...{ knobs: dialects.conventional, lag: NO_LAG, settle: 'immediate', interfaceOnly: false },
  });
  const given = { dialect: 'minimal', knobs: { pageSize: 7 }, lag: { newHidden: 1 }, settle: '5ms' } as const;
  const settings = new Settings({ ...given, interfaceOnly: true });
  expect(settings.read()).toEqual({
    knobs: { ...dialects.minimal, pageSize: 7 },
    ...{ lag: { ...NO_LAG, newHidden: 1 }, settle: '5ms', interfaceOnly: true },
  });
  expect([settings.interfaceOnly, settings.settle()]).toEqual([true, { kind: 'ms', ms: 5 }]);
});

test('a change leaves the rest as it is, a dialect sets every knob before knobs set some, and a reset takes all back', () => {
  const settings = new Settings({ settle: '2polls' });
  const { knobs, lag } = settings;
  const initial = settings.read();

  settings.change({ knobs: { pageSize: 3 }, lag: { aliasFlaps: 2 }, settle: undefined });
  settings.change({ interfaceOnly: true });
  const changed = settings.read();
  settings.change({ dialect: 'enveloped', knobs: { badToken: 403 }, settle: 'immediate' });
  const turned = settings.read();
  settings.reset();

  expect(changed).toEqual({
    ...{ knobs: { ...initial.knobs, pageSize: 3 }, lag: { ...NO_LAG, aliasFlaps: 2 } },
    ...{ settle: '2polls', interfaceOnly: true },
  });
  expect(turned).toEqual({ ...changed, knobs: { ...dialects.enveloped, badToken: 403 }, settle: 'immediate' });
  expect(settings.read()).toEqual(initial);
  expect([settings.knobs, settings.lag]).toEqual([knobs, lag]);
});

test.each<[BehaviourChange]>([
  [{ knobs: { pageSize: 1 } }],
  [{ knobs: { pageSize: 1_000_000 } }],
  [{ lag: { newHidden: 0, keyRefusals: 1_000_000 } }],
  [{ settle: '999999999polls' }],
])('%j is within the limits', (change) => {
  const settings = new Settings({});

  settings.change(change);

  expect(settings.read()).toMatchObject(change);
});

test.each<[BehaviourChange, string]>([
  [{ knobs: { pageSize: 0 } }, '"knobs.pageSize" must be at least 1.'],
  [{ knobs: { pageSize: 1_000_001 } }, '"knobs.pageSize" must be at most 1000000.'],
  [{ lag: { nameRefusals: -1 } }, '"lag.nameRefusals" must be at least 0.'],
  [{ lag: { deletedShown: 1_000_001 } }, '"lag.deletedShown" must be at most 1000000.'],
  [{ settle: '1234567890ms' }, '"settle" must be immediate, <n>ms or <n>polls.'],
  [{ settle: 'ms' }, '"settle" must be immediate, <n>ms or <n>polls.'],
  [{ dialect: 'other' as never }, '"dialect" must be one of conventional, minimal, enveloped, extended.'],
  [{ knobs: { badToken: 402 as never } }, '"knobs.badToken" must be one of 401, 403.'],
])('%j is refused, and changes nothing', (change, message) => {
  const settings = new Settings({});
  const before = settings.read();

  expect(() => settings.change({ ...change, interfaceOnly: true })).toThrow(
    expect.objectContaining({ code: 'invalid', message }),
  );
  expect(settings.read()).toEqual(before);
});

test('the nearest dialect has the most of the values, and is the first of several', () => {
  expect(nearestDialect({})).toEqual({ name: 'conventional', differing: [] });
  expect(nearestDialect({ ...dialects.minimal, pageSize: 3 })).toEqual({ name: 'minimal', differing: ['pageSize'] });
  expect(nearestDialect({ pullSecretApi: 'full', badToken: 403 })).toEqual({
    name: 'extended',
    differing: ['badToken'],
  });
});
