import { expect, it } from 'vitest';
import { bool, formatPath, type ObjectValue, set, singleNested, string, UNKNOWN } from '../../../../framework';
import { planAttributes } from '../../../../framework/plan/plan';
import {
  requiresReplace,
  useNonNullStateForUnknown,
  useStateForUnknown,
} from '../../../../framework/schema/plan-modifiers';
import { objectType } from '../../../../framework/schema/schema';
import { computed, optional, required } from '../definitions';

const attributes = {
  name: string(required),
  zone: string({ ...optional, computed: true, planModifiers: [useNonNullStateForUnknown(), requiresReplace()] }),
  secret_wo: string({ ...optional, writeOnly: true }),
  encoding: string({ ...optional, computed: true, default: 'utf8' }),
  tags: set({ ...optional, elementType: 'string', planModifiers: [requiresReplace()] }),
  may: singleNested({
    ...optional,
    attributes: {
      read: bool({ ...optional, computed: true, default: false }),
      since: string({ ...optional, computed: true }),
    },
  }),
  id: string({ ...computed, planModifiers: [useStateForUnknown()] }),
  stamp: string(computed),
};

const NOTHING = {
  name: null,
  zone: null,
  secret_wo: null,
  encoding: null,
  tags: null,
  may: null,
  id: null,
  stamp: null,
};
const STATE = { ...NOTHING, name: 'a', zone: 'z1', encoding: 'utf8', id: '1', stamp: 's1' };

/** Plans as Terraform does: proposes computed values that are not configured as they are in state. */
function plan(config: Partial<typeof NOTHING> | ObjectValue, prior?: ObjectValue) {
  const configured = { ...NOTHING, ...config } as ObjectValue;
  const proposed = { ...configured };
  for (const name of ['zone', 'encoding', 'id', 'stamp']) proposed[name] ??= prior?.[name] ?? null;
  const replaced: string[] = [];
  const planned = planAttributes({
    attributes,
    config: configured,
    prior,
    proposed,
    type: objectType(attributes),
    canUpdate: true,
    leftUnknown: () => undefined,
    requiresReplace: (path) => replaced.push(formatPath(path)),
  });
  return { planned, replaced };
}

it('plans a new object with defaults, and unknown for values of the service', () => {
  const { planned, replaced } = plan({ name: 'a', may: {} } as never);

  expect(planned).toEqual({
    ...NOTHING,
    name: 'a',
    zone: UNKNOWN,
    encoding: 'utf8',
    may: {},
    id: UNKNOWN,
    stamp: UNKNOWN,
  });
  expect(replaced).toEqual([]);
});

it('plans no change if nothing differs', () => {
  expect(plan({ name: 'a' }, STATE)).toEqual({ planned: STATE, replaced: [] });
});

it('plans no change if only the order of a set differs', () => {
  const prior = { ...STATE, tags: ['x', 'y'] };
  const tags = ['y', 'x', 'x'];

  expect(plan({ name: 'a', tags } as never, prior)).toEqual({ planned: { ...prior, tags }, replaced: [] });
});

it('keeps the values of plan modifiers, and leaves the others unknown, when something changes', () => {
  const { planned } = plan({ name: 'b' }, STATE);

  expect(planned).toEqual({ ...STATE, name: 'b', stamp: UNKNOWN });
});

it('keeps a null that is fixed since creation', () => {
  expect(plan({ name: 'b' }, { ...STATE, id: null }).planned.id).toBeNull();
});

it('never plans a write-only value, and sees no change in it', () => {
  const { planned } = plan({ name: 'a', secret_wo: 'hush' } as never, STATE);

  expect(planned).toEqual(STATE);
});

it('also leaves values of the service within a nested value unknown when something changes', () => {
  const may = { read: true, since: 's1' };

  const { planned } = plan({ name: 'b', may: { read: true, since: null } }, { ...STATE, may });
  const { planned: configured } = plan({ name: 'b', may: { read: null, since: 's2' } }, { ...STATE, may });

  expect(planned.may).toEqual({ read: true, since: UNKNOWN });
  expect(configured.may).toEqual({ read: false, since: 's2' });
});

it('replaces when a fixed value changes, is added or is removed', () => {
  expect(plan({ name: 'a', zone: 'z2' } as never, STATE).replaced).toEqual(['zone']);
  expect(plan({ name: 'a', tags: ['x'] } as never, STATE).replaced).toEqual(['tags']);
  expect(plan({ name: 'a' }, { ...STATE, tags: ['x'] }).replaced).toEqual(['tags']);
});

it('plans with an unknown configuration', () => {
  const { planned } = plan({ name: UNKNOWN, tags: UNKNOWN, may: UNKNOWN } as never, STATE);

  expect(planned).toMatchObject({ name: UNKNOWN, tags: UNKNOWN, may: UNKNOWN, zone: 'z1', id: '1' });
});
