import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Emulator, type Project } from '../../../emulator';
import { type ObjectValue, UNKNOWN, type Value } from '../../../provider/framework/value';
import { Host, type Kept } from '../../support/host';

const TYPE = 'coffer_secret';
let emulator: Emulator;
let project: Project;
let host: Host;

beforeAll(async () => {
  emulator = await Emulator.start();
});
afterAll(() => emulator.stop());
beforeEach(async () => {
  emulator.faults.clear();
  emulator.journal.clear();
  project = emulator.newProject();
  host = await Host.start({ baseUrl: emulator.baseUrl, ...project });
});

const puts = () => emulator.journal.count({ operation: 'updateSecret' });
const idOf = (kept: Kept | null) => String(kept?.state.id);
const storedValue = (kept: Kept | null) => emulator.inspect.secretValue(idOf(kept));
const summaries = (diagnostics: readonly { severity: string; summary: string }[]) =>
  diagnostics.map(({ severity, summary }) => `${severity}: ${summary}`);

async function create(config: Record<string, string>) {
  const { kept, diagnostics } = await host.apply(TYPE, { name: 'a', ...config });
  expect(diagnostics).toEqual([]);
  return kept as Kept;
}

async function imported(config: Record<string, string> = { value: 'v' }) {
  const { id } = (await create(config)).state;
  const { kept } = await host.import(TYPE, String(id));
  return kept as Kept;
}

describe('what is sent', () => {
  it('P22: encodes a utf8 value as base64 exactly once', async () => {
    const kept = await create({ value: 'aGk= is no base64 to us: ä' });

    expect(storedValue(kept)).toBe('aGk= is no base64 to us: ä');
  });

  it('P22: decodes a base64 value before it is encoded for the wire', async () => {
    const kept = await create({ value_wo: 'aGk=', value_encoding: 'base64' });

    expect(storedValue(kept)).toBe('hi');
  });

  it('keeps a write-only value out of the state', async () => {
    const kept = await create({ value_wo: 'canary', value_wo_version: '1' });

    expect(JSON.stringify(kept.state)).not.toContain('canary');
    expect(new TextDecoder().decode(kept.private)).not.toContain('canary');
    expect(storedValue(kept)).toBe('canary');
  });

  it('sends a write-only value again only when its version changes', async () => {
    const first = await create({ value_wo: 'one', value_wo_version: '1' });

    const same = await host.apply(TYPE, { name: 'a', value_wo: 'two', value_wo_version: '1' }, first);
    const next = await host.apply(TYPE, { name: 'a', value_wo: 'two', value_wo_version: '2' }, first);

    expect(same.action).toBe('no-op');
    expect(next.action).toBe('update');
    expect(storedValue(next.kept)).toBe('two');
    expect(puts()).toBe(1);
  });

  it('sends a value when a version is given for the first time to a secret that we made', async () => {
    const first = await create({ value_wo: 'one' });

    const { kept } = await host.apply(TYPE, { name: 'a', value_wo: 'two', value_wo_version: '1' }, first);

    expect(storedValue(kept)).toBe('two');
  });
});

describe('validation', () => {
  it.each([
    ['both values', { name: 'a', value: 'v', value_wo: 'w' }, ['Conflicting attributes'], 'value_wo'],
    ['an empty value', { name: 'a', value: '' }, ['Invalid value'], 'value'],
    ['a bad name', { name: 'Not_good', value: 'v' }, ['Invalid value'], 'name'],
    [
      'a version of nothing',
      { name: 'a', value: 'v', value_wo_version: '1' },
      ['Nothing to version'],
      'value_wo_version',
    ],
    ['a bad encoding', { name: 'a', value: 'v', value_encoding: 'hex' }, ['Invalid value'], 'value_encoding'],
    [
      'P22: base64 with line breaks',
      { name: 'a', value: 'aGk=\n', value_encoding: 'base64' },
      ['Invalid base64'],
      'value',
    ],
    [
      'P22: base64 of the URL alphabet',
      { name: 'a', value: 'a-_=', value_encoding: 'base64' },
      ['Invalid base64'],
      'value',
    ],
    [
      'P22: base64 without padding',
      { name: 'a', value_wo: 'aGk', value_encoding: 'base64' },
      ['Invalid base64'],
      'value_wo',
    ],
    ['P13: no value on create', { name: 'a' }, ['Missing value'], 'value_wo'],
  ])('refuses %s', (_name, config, expected, attribute) => {
    const { diagnostics } = host.plan(TYPE, config as unknown as Record<string, string>);

    expect(summaries(diagnostics)).toEqual(expected.map((summary) => `error: ${summary}`));
    expect(diagnostics[0]?.path).toEqual([{ attribute }]);
  });

  it('never shows a value', () => {
    const { diagnostics } = host.plan(TYPE, {
      name: 'a',
      value: 'canary\n',
      value_wo: 'canary-',
      value_encoding: 'base64',
    });

    expect(diagnostics.length).toBeGreaterThan(1);
    expect(JSON.stringify(diagnostics)).not.toContain('canary');
  });

  it('waits with what is not known yet', () => {
    const { diagnostics } = host.plan(TYPE, {
      name: UNKNOWN,
      value: UNKNOWN,
      value_wo: null,
      value_encoding: 'base64',
    });

    expect(diagnostics).toEqual([]);
  });
});

describe('import', () => {
  it('P12, P13: plans nothing for a configuration without a value', async () => {
    const kept = await imported();

    expect(host.plan(TYPE, { name: 'a' }, kept)).toMatchObject({ action: 'no-op', diagnostics: [] });
  });

  it('P12: takes over project and version in place, without a request, and plans nothing after that', async () => {
    const kept = await imported();
    emulator.journal.clear();
    const config = { name: 'a', project_id: project.projectId, value_wo: 'v', value_wo_version: '7' };

    const first = await host.apply(TYPE, config, kept);
    const second = host.plan(TYPE, config, first.kept);

    expect(first.action).toBe('update');
    expect(summaries(first.diagnostics)).toEqual(['warning: The value is not sent']);
    expect(emulator.journal.requests()).toEqual([]);
    expect(second).toMatchObject({ action: 'no-op', diagnostics: [] });
  });

  it('P12: sends a plain value once, since state cannot know it', async () => {
    const kept = await imported();

    const first = await host.apply(TYPE, { name: 'a', value: 'new' }, kept);

    expect(first.action).toBe('update');
    expect(storedValue(first.kept)).toBe('new');
    expect(host.plan(TYPE, { name: 'a', value: 'new' }, first.kept).action).toBe('no-op');
  });

  it('P12: sends the value at the next change of the version', async () => {
    const taken = await host.apply(TYPE, { name: 'a', value_wo: 'x', value_wo_version: '1' }, await imported());

    const { kept } = await host.apply(TYPE, { name: 'a', value_wo: 'x', value_wo_version: '2' }, taken.kept);

    expect(storedValue(kept)).toBe('x');
  });
});

describe('a rename', () => {
  it('P14: sends the configured value, too, and says so when the version is unchanged', async () => {
    const first = await create({ value_wo: 'one', value_wo_version: '1' });

    const { action, kept, diagnostics } = await host.apply(
      TYPE,
      { name: 'b', value_wo: 'two', value_wo_version: '1' },
      first,
    );

    expect(action).toBe('update');
    expect(summaries(diagnostics)).toEqual(['warning: The rename sends the value, too']);
    expect(idOf(kept)).toBe(idOf(first));
    expect(storedValue(kept)).toBe('two');
  });

  it.each([
    ['a plain value', { value: 'one' }, { value: 'one' }],
    ['value to value_wo', { value: 'one' }, { value_wo: 'one', value_wo_version: '1' }],
    ['value_wo to value', { value_wo: 'one', value_wo_version: '1' }, { value: 'one' }],
  ])('P14, P15: with %s sends once, and replaces nothing', async (_name, before, after) => {
    const first = await create(before as Record<string, string>);

    const { action, kept } = await host.apply(TYPE, { name: 'b', ...after } as Record<string, string>, first);

    expect([action, puts(), idOf(kept), storedValue(kept)]).toEqual(['update', 1, idOf(first), 'one']);
    expect(host.plan(TYPE, { name: 'b', ...after } as Record<string, string>, kept).action).toBe('no-op');
  });

  it('P13: is refused without a value', async () => {
    const kept = await imported();

    const { diagnostics } = host.plan(TYPE, { name: 'b' }, kept);

    expect(diagnostics).toMatchObject([
      { severity: 'error', summary: 'Cannot rename without a value', path: [{ attribute: 'name' }] },
    ]);
  });
});

it('P15: a value in state in an encoding of another version of the provider counts as another value', async () => {
  const kept = await create({ value: 'v' });
  const state = { ...kept.state, value_encoding: 'rot13' };

  const { kept: after, diagnostics } = await host.apply(TYPE, { name: 'a', value: 'v' }, { ...kept, state });

  expect(diagnostics).toEqual([]);
  expect(after?.state).toMatchObject({ value_encoding: 'utf8' });
  expect(puts()).toBe(1);
});

describe('P15: moving between attributes and encodings', () => {
  it.each([
    ['value to value_wo', { value: 'v' }, { value_wo: 'v', value_wo_version: '1' }, 0],
    ['value to another value_wo', { value: 'v' }, { value_wo: 'w', value_wo_version: '1' }, 1],
    ['utf8 to base64 of the same bytes', { value: 'hi' }, { value: 'aGk=', value_encoding: 'base64' }, 0],
    [
      'base64 to utf8 of the same bytes, and to value_wo',
      { value: 'aGk=', value_encoding: 'base64' },
      { value_wo: 'hi' },
      0,
    ],
    ['utf8 to base64 of other bytes', { value: 'hi' }, { value: 'aGkh', value_encoding: 'base64' }, 1],
    ['value_wo to value', { value_wo: 'v', value_wo_version: '1' }, { value: 'v' }, 1],
    ['value to managed elsewhere', { value: 'v' }, {}, 0],
  ])('P15: %s sends as little as it can', async (_name, before, after, sent) => {
    const first = await create(before as Record<string, string>);

    const { action, kept } = await host.apply(TYPE, { name: 'a', ...after } as Record<string, string>, first);

    expect(action).toBe('update');
    expect(puts()).toBe(sent);
    expect(idOf(kept)).toBe(idOf(first));
    expect(host.plan(TYPE, { name: 'a', ...after } as Record<string, string>, kept).action).toBe('no-op');
  });
});

describe.each([
  ['with a fingerprint_key', 'canary-key'],
  ['without one', null],
])('P16: change_detection = "fingerprint", %s', (_name, key) => {
  const config = (value_wo: Value, extra = {}) => ({ name: 'a', value_wo, change_detection: 'fingerprint', ...extra });
  beforeEach(async () => {
    host = await Host.start({ baseUrl: emulator.baseUrl, ...project }, { settings: { fingerprint_key: key } });
  });
  const made = async (value = 'canary-one', extra = {}) => {
    const { kept, diagnostics } = await host.apply(TYPE, config(value, extra));
    expect(diagnostics).toEqual([]);
    return kept as Kept;
  };

  it('P16: plans nothing while the value is the same, and one update when it is another', async () => {
    const first = await made();
    expect(first.state.value_revision).toBe(1);
    expect(host.plan(TYPE, config('canary-one'), first).action).toBe('no-op');

    const { action, kept, planned, diagnostics } = await host.apply(TYPE, config('canary-two'), first);

    expect([action, planned.value_revision, diagnostics]).toEqual(['update', UNKNOWN, []]);
    expect([storedValue(kept), kept?.state.value_revision, puts()]).toEqual(['canary-two', 2, 1]);
    expect(host.plan(TYPE, config('canary-two'), kept).action).toBe('no-op');
  });

  it('P16: a value that is not known yet is compared again by apply, and sent only if it differs', async () => {
    const first = await made();
    const plan = host.plan(TYPE, config(UNKNOWN), first);
    expect([plan.action, plan.planned.value_revision]).toEqual(['update', UNKNOWN]);
    const apply = async (value: string) => {
      const { state } = await host.server.applyResourceChange({
        typeName: TYPE,
        prior: first.state,
        planned: plan.planned,
        config: { ...plan.config, value_wo: value },
        private: plan.private,
      });
      return [(state as ObjectValue).value_revision, puts()];
    };

    expect(await apply('canary-one')).toEqual([1, 0]);
    expect(await apply('canary-two')).toEqual([2, 1]);
  });

  it('P16: neither state nor what is remembered holds the value or the key', async () => {
    const kept = await made();

    const text = JSON.stringify(kept.state) + new TextDecoder().decode(kept.private);
    expect(text).not.toMatch(/canary|Y2FuYXJ5/);
  });

  it('P12, P16: sends the value once after an import, says so, and plans nothing after that', async () => {
    const { kept } = await host.import(TYPE, String((await made()).state.id));

    const first = await host.apply(TYPE, config('canary-one'), kept);

    expect([first.action, ...summaries(first.diagnostics)]).toEqual(['update', 'warning: The value is sent']);
    expect([first.kept?.state.value_revision, puts()]).toEqual([1, 1]);
    expect(host.plan(TYPE, config('canary-one'), first.kept).action).toBe('no-op');
  });

  it.each([
    ['value to value_wo', { value: 'hi', value_wo: null }, { value_wo: 'hi' }, 0],
    ['value to value_wo with a version', { value: 'hi', value_wo: null }, { value_wo: 'hi', value_wo_version: '1' }, 0],
    ['value_wo to value', { value_wo: 'hi' }, { value: 'hi', value_wo: null }, 0],
    ['utf8 to base64 of the same bytes', { value_wo: 'hi' }, { value_wo: 'aGk=', value_encoding: 'base64' }, 0],
    ['value_wo to another value', { value_wo: 'hi' }, { value: 'ho', value_wo: null }, 1],
    ['another version of the same value', { value_wo: 'hi' }, { value_wo: 'hi', value_wo_version: '2' }, 1],
    ['fingerprint to version', { value_wo: 'hi' }, { value_wo: 'hi', change_detection: 'version' }, 0],
  ])('P15: %s sends as little as it can', async (_name, before, after, sent) => {
    const { kept: first } = await host.apply(TYPE, { ...config(null), ...before });

    const { action, kept, diagnostics } = await host.apply(TYPE, { ...config(null), ...after }, first);

    expect([action, puts(), diagnostics]).toEqual([action, sent, []]);
    expect(idOf(kept)).toBe(idOf(first));
    expect(host.plan(TYPE, { ...config(null), ...after }, kept).action).toBe('no-op');
  });

  it.each([
    ['a plain value', { value: 'hi' }, 0],
    ['a write-only value', { value_wo: 'hi' }, 1],
  ])('P15, P16: turning it on for %s sends what is not known', async (_name, value, sent) => {
    const { kept: first } = await host.apply(TYPE, { name: 'a', ...value });

    const { kept } = await host.apply(TYPE, { name: 'a', ...value, change_detection: 'fingerprint' }, first);

    expect([kept?.state.value_revision, puts()]).toEqual([1, sent]);
    expect(host.plan(TYPE, { name: 'a', ...value, change_detection: 'fingerprint' }, kept).action).toBe('no-op');
  });

  it('P14: a rename of the same value is no new revision', async () => {
    const first = await made();

    const { kept, diagnostics } = await host.apply(TYPE, config('canary-one', { name: 'b' }), first);

    expect([kept?.state.name, kept?.state.value_revision, diagnostics]).toEqual(['b', 1, []]);
  });
});

it('P16: with another fingerprint_key the value is sent once, and the plan says so', async () => {
  const settings = { fingerprint_key: 'one' };
  const early = await Host.start({ baseUrl: emulator.baseUrl, ...project }, { settings });
  const config = { name: 'a', value_wo: 'v', change_detection: 'fingerprint' };
  const first = await early.apply(TYPE, config);
  const later = await Host.start({ baseUrl: emulator.baseUrl, ...project }, { settings: { fingerprint_key: 'two' } });

  const { kept, diagnostics } = await later.apply(TYPE, config, first.kept);

  expect(summaries(diagnostics)).toEqual(['warning: The value is sent']);
  expect(later.plan(TYPE, config, kept).action).toBe('no-op');
});

describe('reading', () => {
  it('sees a rename made elsewhere', async () => {
    const first = await create({ value_wo: 'v' });
    const other = await Host.start({ baseUrl: emulator.baseUrl, ...project });
    await other.apply(
      TYPE,
      { name: 'renamed', value: 'v' },
      { state: { ...first.state, name: 'a' }, private: first.private },
    );

    const { kept } = await host.refresh(TYPE, first);

    expect(kept?.state.name).toBe('renamed');
  });

  it('P7: forgets an object only when a second list agrees', async () => {
    const first = await create({ value: 'v' });
    const seen = await host.refresh(TYPE, first);
    await (await Host.start({ baseUrl: emulator.baseUrl, ...project })).destroy(TYPE, first);
    const fresh = await Host.start({ baseUrl: emulator.baseUrl, ...project });
    emulator.journal.clear();

    const { kept } = await fresh.refresh(TYPE, seen.kept as Kept);

    expect(kept).toBeNull();
    expect(emulator.journal.count({ operation: 'listSecrets' })).toBe(2);
  });

  it('P7: keeps an object that no list has shown yet for ten minutes, with a warning', async () => {
    const clock = { now: 1_000_000 };
    const early = await Host.start({ baseUrl: emulator.baseUrl, ...project }, { clock });
    const { kept } = await early.apply(TYPE, { name: 'a', value: 'v' });
    await (await Host.start({ baseUrl: emulator.baseUrl, ...project })).destroy(TYPE, kept as Kept);
    const later = await Host.start({ baseUrl: emulator.baseUrl, ...project }, { clock });

    clock.now += 9 * 60_000;
    const within = await later.refresh(TYPE, kept as Kept);
    clock.now += 2 * 60_000;
    const after = await later.refresh(TYPE, kept as Kept);

    expect(within.kept).toEqual(kept);
    expect(summaries(within.diagnostics)).toEqual(['warning: Not listed yet']);
    expect(after.kept).toBeNull();
  });

  it('P8: warns when nothing at all is listed', async () => {
    const first = await create({ value: 'v' });
    const { kept } = await host.refresh(TYPE, first);
    const elsewhere = await Host.start({ baseUrl: emulator.baseUrl, ...emulator.newProject() });

    const { kept: gone, diagnostics } = await elsewhere.refresh(TYPE, kept as Kept);

    expect(gone).toBeNull();
    expect(summaries(diagnostics)).toEqual(['warning: Nothing is listed']);
  });
});

it('P5: answers a taken name with a ready import block', async () => {
  const first = await create({ value: 'v' });

  const { kept, diagnostics } = await host.apply(TYPE, { name: 'a', value: 'v' });

  expect(kept).toBeNull();
  expect(diagnostics[0]?.detail).toContain(
    `import {\n  to = coffer_secret.ADDRESS # of this resource\n  id = "${idOf(first)}"\n}`,
  );
});

it('P1, P2: finds a secret whose answer was lost, and makes no second one', async () => {
  emulator.faults.add({ operation: 'createSecret', cut: 'after-commit', times: 1 });

  const { kept, diagnostics } = await host.apply(TYPE, { name: 'a', value: 'v' });

  expect(diagnostics).toEqual([]);
  expect(storedValue(kept)).toBe('v');
  expect(emulator.journal.count({ operation: 'createSecret' })).toBe(1);
});

it('P4: treats a delete of what is gone as a success', async () => {
  const kept = await create({ value: 'v' });
  await host.destroy(TYPE, kept);

  const again = await host.destroy(TYPE, kept);

  expect(again).toEqual({ kept: null, diagnostics: [] });
});

it('uses the project of the resource before that of the provider', async () => {
  const { diagnostics } = await host.apply(TYPE, { name: 'a', value: 'v', project_id: 'not-ours' });

  expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot create coffer_secret' }]);
  expect(diagnostics[0]?.detail).toContain('403');
});

it('replaces a secret that moves to another project', async () => {
  const kept = await create({ value: 'v' });

  expect(host.plan(TYPE, { name: 'a', value: 'v', project_id: 'other' }, kept)).toMatchObject({
    action: 'replace',
    replaced: ['project_id'],
  });
});
