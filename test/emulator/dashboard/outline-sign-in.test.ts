import { expect, test } from 'vitest';
import { startEmulator } from '../../host/emulator/support';
import { changesOf, NOON, outlineOf, outlinesOf, sectionOf } from './outline';
import { Visitor, visit, visitorFromElsewhere } from './visitor';

/** Pages that show what cannot be changed from here, with what is said about it. */
const pagesThatSay = (how: string, formFor: (path: string) => string, action: string) => ({
  '/faults': `# Faults
What goes wrong on purpose, for every client of the REST interface and of S3. No fault applies to this dashboard.
## Add a fault
A fault applies to every client. ${how}${formFor('/faults')}
Faults in force 1
| [Operation](/faults?sort=operation) | What happens | Limit | [Requests](/faults?sort=requests) | Fault
| (text) all operations | (text) returns 500 | every one | (line) 0 so far | (line) fault-1`,
  '/control': `# Control
What tests do to the emulator, for everybody who uses it. The same goes over HTTP, below /_emulator.
The clock, resets and snapshots apply to everybody. ${how}${formFor('/control')}
## Clock
Time: 2030-01-31T12:00:00.000Z 1896091200000 ms
State: frozen`,
  [action]: `# Not possible
The clock, resets and snapshots apply to everybody. ${how}
[Back to the dashboard]()`,
});

const WITHOUT_TOKEN = pagesThatSay(
  'So only the emulator’s own machine may change that. To do so from here, start the emulator with an admin token (--admin-token) and sign in with it.',
  () => '',
  '/control/reset',
);

const WITH_TOKEN = pagesThatSay(
  'To change that from this machine, sign in with the admin token.',
  (path) => `
<form action="/dashboard/sign-in">
<input type="hidden" name="to" value="${path}">
Admin token
It was printed when the emulator started, as COFFER_EMULATOR_ADMIN_TOKEN.
<input name="token" type="password" aria-required="true">
<button primary>Sign in`,
  '/control/snapshot',
);

const OPTIONS = { host: '0.0.0.0', tokens: ['token-of-tests'], projects: ['one', 'two', 'three'] };

test.each([
  ['says that there must be an admin token', undefined, WITHOUT_TOKEN],
  ['asks for the admin token', 'admin', WITH_TOKEN],
] as const)('from another machine what cannot be changed is shown, and the page %s', async (_, adminToken, pages) => {
  const emulator = await startEmulator({ ...OPTIONS, dialect: 'minimal', ...(adminToken && { adminToken }) });
  emulator.clock.freeze();
  emulator.clock.set(NOON);
  emulator.faults.add({ operation: '*', status: 500, skip: 3 });
  const visitor = await visitorFromElsewhere(emulator).signIn();

  expect(await outlinesOf(visitor, Object.keys(pages))).toEqual(pages);
});

test.each([
  [
    '',
    undefined,
    `# Sign in
Use an access token of this emulator. It was printed when the emulator started, as COFFER_TOKEN.
<form action="/dashboard/sign-in">
Access token
<input name="token" type="password" aria-required="true">
<button primary>Sign in`,
  ],
  [
    '?to=/keys',
    'admin',
    `# Sign in
Use an access token of this emulator. It was printed when the emulator started, as COFFER_TOKEN.
The admin token, COFFER_EMULATOR_ADMIN_TOKEN, opens every project, and control from any machine.
<form action="/dashboard/sign-in">
<input type="hidden" name="to" value="/keys">
Access token or admin token
<input name="token" type="password" aria-required="true">
<button primary>Sign in`,
  ],
])('the sign-in %s with the admin token %s', async (query, adminToken, outline) => {
  const visitor = new Visitor(await startEmulator(adminToken === undefined ? {} : { adminToken }));

  expect(outlineOf((await visitor.get(`/sign-in${query}`)).text)).toBe(outline);
});

test.each([
  ['admin', 'wrong', 'Access token or admin token\nThe token is not valid.'],
  [undefined, '', 'Access token\nEnter a token.'],
])('the sign-in with the admin token %s, after %j was entered, is shown again', async (adminToken, token, says) => {
  const visitor = new Visitor(await startEmulator(adminToken === undefined ? {} : { adminToken }));
  const shown = outlineOf((await visitor.get('/sign-in?to=/secrets')).text);

  const again = outlineOf((await visitor.post('/sign-in', { token })).text);

  const field = '<input name="token" type="password" aria-required="true" aria-invalid="true" autofocus>';
  expect(changesOf(shown, again)).toBe(`${says}\n${field}`);
});

const SECTIONS = `<form action="/dashboard/sign-out">
<button plain>Sign out
[Secrets](/secrets)
[Pull secrets](/pull-secrets)
[Buckets](/buckets)
[Access keys](/keys)
[Request journal](/journal)
[Faults](/faults)
[Settings](/settings)
[Control](/control)`;

test.each([
  ['one project', ['p'], '/nowhere', 'Project\np\n'],
  ['two projects', ['p', 'q'], '/keys', 'Projects\np\nq\n'],
  ['three projects', ['p', 'q', 'r'], '/faults/used-up', '3 projects\np\nq\nr\n'],
])('above the page of %s are the projects, and the section of the page is marked', async (_, projects, path, says) => {
  const { emulator, visitor } = await visit({ projects, adminToken: 'admin' });
  const admin = await new Visitor(emulator).signIn('admin');
  const [, section = 'none'] = /^\/(\w+)/.exec(path) ?? [];
  const sections = SECTIONS.replace(`](/${section})`, `]*(/${section})`);

  expect(outlineOf((await visitor.get(path)).text, 'header')).toBe(`[Coffer emulator]()\n${says}${sections}`);
  expect(outlineOf((await admin.get(path)).text, 'header')).toBe(`[Coffer emulator]()\nAdmin\n${says}${sections}`);
  expect(outlineOf((await new Visitor(emulator).get('/sign-in')).text, 'header')).toBe('[Coffer emulator]()');
});

test('a running clock can be frozen', async () => {
  const { emulator, visitor } = await visit();
  const clockOf = async () => sectionOf(outlineOf((await visitor.get('/control')).text), 'Clock').replace(/.*\n/, '');
  const running = await clockOf();
  emulator.clock.freeze();

  const frozen = await clockOf();

  const freeze = '<form action="/dashboard/control/clock/freeze">\n<button plain>Freeze';
  const real = '<form action="/dashboard/control/clock/real">';
  expect(running).toBe(frozen.replace('State: frozen', 'State: running').replace(real, `${freeze}\n${real}`));
});
