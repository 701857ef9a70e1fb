import { expect, test } from 'vitest';
import { dialects } from '../../../../emulator/settings/knobs';
import { knobFields, lagFields } from '../../../../emulator/settings/settings';
import { startEmulator } from '../support';
import { visit, visitorFromElsewhere } from './visitor';

/** The fields of the form that a page has, as a browser would send them. */
function fieldsOf(text: string, group: string): Record<string, string> {
  const inputs = [...text.matchAll(new RegExp(`<input[^>]* name="(${group}\\.\\w+)"[^>]* value="([^"]*)"`, 'g'))];
  const selects = [
    ...text.matchAll(new RegExp(`<select id="(${group}\\.\\w+)".*?<option value="([^"]*)" selected`, 'g')),
  ];
  return Object.fromEntries([...inputs, ...selects].map(([, name = '', value = '']) => [name, value]));
}

test('the forms have every knob and every lag with its value', async () => {
  const { emulator, visitor } = await visit({ dialect: 'minimal', lag: { newHidden: 3, keyRefusal: 'conflict' } });

  const { text } = await visitor.get('/settings');

  const { knobs, lag } = emulator.settings.read();
  const named = (group: string, values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`${group}.${name}`, String(value)]));
  expect(fieldsOf(text, 'knobs')).toEqual(named('knobs', knobs));
  expect(Object.keys(fieldsOf(text, 'knobs'))).toHaveLength(Object.keys(knobFields).length);
  expect(fieldsOf(text, 'lag')).toEqual(named('lag', lag));
  expect(Object.keys(fieldsOf(text, 'lag'))).toHaveLength(Object.keys(lagFields).length);
  expect(text).toContain('The knobs are those of <strong>minimal</strong>.');
});

test('saving an unchanged form changes nothing, and one change changes one setting', async () => {
  const { emulator, visitor } = await visit({ dialect: 'enveloped' });
  const before = emulator.settings.read();
  const { text } = await visitor.get('/settings');
  const knobs = fieldsOf(text, 'knobs');

  await visitor.submit('/settings/knobs', knobs);
  const same = emulator.settings.read();
  const saved = await visitor.submit('/settings/knobs', {
    ...knobs,
    'knobs.takenName': 'accept',
    'knobs.createStatus': '200',
    'knobs.pageSize': '7',
  });

  expect(same).toEqual(before);
  const changed = { ...before.knobs, takenName: 'accept', createStatus: 200, pageSize: 7 };
  expect(emulator.settings.read()).toEqual({ ...before, knobs: changed });
  expect(saved.text).toContain('those of <strong>enveloped</strong> but for createStatus, pageSize, takenName.');
});

test('a dialect sets every knob, from the next request on, until a reset', async () => {
  const { emulator, send, visitor, project } = await visit({ knobs: { pageSize: 7 } });

  await visitor.submit('/settings/dialect', { dialect: 'minimal' });
  const made = await send('POST', '/secrets', { project_id: project, name: 'a', value: 'eA==' });

  expect(emulator.settings.read().knobs).toEqual(dialects.minimal);
  expect([made.status, made.text]).toEqual([200, '']);
  emulator.reset();
  expect(emulator.settings.read().knobs).toEqual({ ...dialects.conventional, pageSize: 7 });
});

test('lag, settling and interfaceOnly are saved together', async () => {
  const { emulator, visitor } = await visit();
  const lag = { 'lag.newHidden': '2', 'lag.keyRefusal': 'conflict' };

  await visitor.submit('/settings/lag', { ...lag, settle: ' 3polls ', interfaceOnly: 'yes' });
  const on = emulator.settings.read();
  const { text } = await visitor.get('/settings');
  await visitor.submit('/settings/lag', { settle: 'immediate' });
  const off = emulator.settings.read();

  expect(on).toMatchObject({ lag: { newHidden: 2, keyRefusal: 'conflict' }, settle: '3polls', interfaceOnly: true });
  expect(text).toMatch(/id="interfaceOnly"[^>]* checked/);
  // What is not in the form stays as it is.
  expect(off).toMatchObject({ lag: { newHidden: 2 }, settle: 'immediate', interfaceOnly: false });
});

test.each([
  ['/settings/dialect', { dialect: 'french' }, { dialect: 'Dialect' }],
  [
    '/settings/knobs',
    { 'knobs.pageSize': '0', 'knobs.takenName': 'perhaps', 'knobs.createStatus': '201' },
    { 'knobs.pageSize': 'pageSize', 'knobs.takenName': 'takenName' },
  ],
  ['/settings/lag', { 'lag.newHidden': 'many', settle: 'soon' }, { 'lag.newHidden': 'newHidden', settle: 'Settling' }],
])('%s refuses %j, says all that is wrong at its field, and changes nothing', async (path, fields, problems) => {
  const { emulator, visitor } = await visit();
  const before = emulator.settings.read();

  const { status, text } = await visitor.post(path, fields as Record<string, string>);

  expect(status).toBe(422);
  for (const [name, says] of Object.entries(problems)) expect(text).toContain(`id="${name}-problem">${says}`);
  expect(emulator.settings.read()).toEqual(before);
});

test('from another machine settings can be read', async () => {
  const emulator = await startEmulator({ host: '0.0.0.0', tokens: ['token-of-tests'], dialect: 'minimal' });
  const visitor = await visitorFromElsewhere(emulator).signIn();

  const { text } = await visitor.get('/settings');

  expect(text).toContain('start the emulator with an admin token (--admin-token)');
  expect(text).toMatch(/createStatus.*>200</);
  expect(text).not.toContain('action="/dashboard/settings');
});
