import { expect, test } from 'vitest';
import { NOON, outlineOf, sectionOf, seedOf } from './outline';
import { visit } from './visitor';

type Fields = Readonly<Record<string, string | readonly string[]>>;

test.each<[path: string, fields: Fields, heading: string, outline: string]>([
  [
    '/secrets',
    { project_id: 'two', name: 'A b', value: '' },
    'Create a secret',
    `<form action="/dashboard/secrets">
2 things need a change:
[Name must hold only lowercase letters, digits and hyphens.](#name)
[Enter a value.](#value)
Project
<select name="project_id">; one; two*
Name
Lowercase letters, digits and hyphens.
Name must hold only lowercase letters, digits and hyphens.
<input name="name" type="text" value="A b" aria-required="true" aria-invalid="true" autofocus>
Value
Enter a value.
<textarea name="value" aria-required="true" aria-invalid="true">
<input type="checkbox"> Show what I type into Value
<button primary>Create secret`,
  ],
  [
    '/buckets',
    { project_id: 'two', max_size: 'x', unit: 'MiB', description: 'd' },
    'Create a bucket',
    `<form action="/dashboard/buckets">
One thing needs a change:
[Quota must be a whole number of the unit beside it.](#max_size)
Project
<select name="project_id">; one; two*
Quota
Quota must be a whole number of the unit beside it.
<input name="max_size" type="text" inputmode="numeric" value="x" aria-required="true" aria-invalid="true" autofocus>
Unit
<select name="unit">; bytes; KiB; MiB*; GiB; TiB
Description (optional)
<input name="description" type="text" value="d">
<button primary>Create bucket`,
  ],
  [
    '/keys',
    { project_id: 'two', once: 'x', bucket_ids: ['bucket-0'] },
    'Create an access key',
    `<form action="/dashboard/keys">
One thing needs a change:
[A key without a permission may do nothing. Tick one, or say below that this is meant.](#permissions)
<input type="hidden" name="once" value="{once}">
Project
<select name="project_id">; one; two*
Buckets
<input type="checkbox" name="bucket_ids" value="bucket-0" checked> lantern
<input type="checkbox" name="bucket_ids" value="bucket-1"> calm
<input type="checkbox" name="bucket_ids" value="bucket-2"> quick
<input type="checkbox" name="bucket_ids" value="bucket-3"> still
Permissions
A key without a permission may do nothing. Tick one, or say below that this is meant.
<input type="checkbox" name="permissions" value="read"> read: Download and list objects
<input type="checkbox" name="permissions" value="write"> write: Upload, overwrite and delete objects
<input type="checkbox" name="permissions" value="owner"> owner: Full control, including bucket metadata
<input type="checkbox" name="anyway" value="yes"> Create it all the same
<button primary>Create access key`,
  ],
  [
    '/secrets/secret-1',
    { name: 'x y', value: 'v' },
    'Change db',
    `[All secrets](/secrets)
The service takes name and value together: a new name needs the value too.
<form action="/dashboard/secrets/secret-1">
One thing needs a change:
[Name must hold only lowercase letters, digits and hyphens.](#name)
Name
Lowercase letters, digits and hyphens.
Name must hold only lowercase letters, digits and hyphens.
<input name="name" type="text" value="x y" aria-required="true" aria-invalid="true" autofocus>
New value
<textarea name="value" aria-required="true">
<input type="checkbox"> Show what I type into New value
<button primary>Save name and value`,
  ],
  [
    '/pull-secrets/pull-1',
    { server: '' },
    'Change the pull secret for ghcr.io',
    `[All pull secrets](/pull-secrets)
All of it is replaced: user name and password have to be entered again.
<form action="/dashboard/pull-secrets/pull-1">
3 things need a change:
[Server must not be empty.](#server)
[User name must not be empty.](#username)
[Password must not be empty.](#password)
Server
As the registry has it, such as ghcr.io.
Server must not be empty.
<input name="server" type="text" value="" aria-required="true" aria-invalid="true" autofocus>
User name
Hidden, since it may be a token.
User name must not be empty.
<input name="username" type="password" aria-required="true" aria-invalid="true">
Password
A password or an access token.
Password must not be empty.
<input name="password" type="password" aria-required="true" aria-invalid="true">
<button primary>Save`,
  ],
  [
    '/buckets/bucket-0',
    { max_size: '0', unit: 'KiB', description: 'd' },
    'Change the bucket',
    `<form action="/dashboard/buckets/bucket-0">
One thing needs a change:
[Quota in bytes must be from 1 to 9223372036854775807.](#max_size)
Quota
Quota in bytes must be from 1 to 9223372036854775807.
<input name="max_size" type="text" inputmode="numeric" value="0" aria-required="true" aria-invalid="true" autofocus>
Unit
<select name="unit">; bytes; KiB*; MiB; GiB; TiB
Description (optional)
<input name="description" type="text" value="d">
<button primary>Save`,
  ],
])('%s with %j is shown again, with what was entered and what to change', async (path, fields, heading, outline) => {
  const { emulator, visitor } = await visit({ dialect: 'extended', projects: ['one', 'two'] });
  emulator.seedFrom(seedOf('two'));
  emulator.clock.freeze();
  emulator.clock.set(NOON);

  const { text } = await visitor.post(path, { ...fields });

  expect(sectionOf(outlineOf(text), heading).replace(/(?<=name="once" value=")[\w-]{43}/, '{once}')).toBe(outline);
});
