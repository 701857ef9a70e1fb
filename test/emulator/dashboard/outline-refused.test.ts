import { expect, test } from 'vitest';
import { changesOf, NOON, outlineOf, sectionOf, seedOf } from './outline';
import { visit } from './visitor';

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** The paths of forms that are not those of their pages. */
const OWN = /^(\/control|\/settings)\/.*/;

test.each<[path: string, fields: Fields, heading: string, changes: string]>([
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
Lowercase letters, digits and hyphens.
Name must hold only lowercase letters, digits and hyphens.
<input name="name" type="text" value="A b" aria-required="true" aria-invalid="true" autofocus>
Value
Enter a value.
<textarea name="value" aria-required="true" aria-invalid="true">`,
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
<input name="description" type="text" value="d">`,
  ],
  [
    '/keys',
    { project_id: 'two', once: 'x', bucket_ids: ['bucket-0'] },
    'Create an access key',
    `<form action="/dashboard/keys">
One thing needs a change:
[A key without a permission may do nothing. Tick one, or say below that this is meant.](#permissions)
Project
<select name="project_id">; one; two*
Buckets
<input type="checkbox" name="bucket_ids" value="bucket-0" checked> lantern
Permissions
A key without a permission may do nothing. Tick one, or say below that this is meant.
<input type="checkbox" name="permissions" value="owner"> owner: Full control, including bucket metadata
<input type="checkbox" name="anyway" value="yes"> Create it all the same`,
  ],
  [
    '/secrets/secret-1',
    { name: 'x y', value: 'v' },
    'Change db',
    `<form action="/dashboard/secrets/secret-1">
One thing needs a change:
[Name must hold only lowercase letters, digits and hyphens.](#name)
Lowercase letters, digits and hyphens.
Name must hold only lowercase letters, digits and hyphens.
<input name="name" type="text" value="x y" aria-required="true" aria-invalid="true" autofocus>`,
  ],
  [
    '/pull-secrets/pull-1',
    { server: '' },
    'Change the pull secret for ghcr.io',
    `<form action="/dashboard/pull-secrets/pull-1">
3 things need a change:
[Server must not be empty.](#server)
[User name must not be empty.](#username)
[Password must not be empty.](#password)
As the registry has it, such as ghcr.io.
Server must not be empty.
<input name="server" type="text" value="" aria-required="true" aria-invalid="true" autofocus>
Hidden, since it may be a token.
User name must not be empty.
<input name="username" type="password" aria-required="true" aria-invalid="true">
A password or an access token.
Password must not be empty.
<input name="password" type="password" aria-required="true" aria-invalid="true">`,
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
<input name="description" type="text" value="d">`,
  ],
  [
    '/control/clock/advance',
    { ms: 'x', unit: 'days' },
    'Clock',
    `<form action="/dashboard/control/clock/advance">
One thing needs a change:
[Move by must be a number of the unit beside it.](#ms)
Negative: back.
Move by must be a number of the unit beside it.
<input name="ms" type="text" value="x" aria-required="true" aria-invalid="true" autofocus>
Unit
<select name="unit">; seconds; minutes; hours; days*`,
  ],
  [
    '/settings/dialect',
    { dialect: 'x' },
    'Dialect',
    `<form action="/dashboard/settings/dialect">
One thing needs a change:
[Dialect must be one of conventional, minimal, enveloped, extended.](#dialect)
A preset of all knobs.
Dialect must be one of conventional, minimal, enveloped, extended.
<select name="dialect" aria-invalid="true" autofocus>; conventional; minimal; enveloped; extended`,
  ],
  [
    '/settings/lag',
    { settle: 'soon' },
    'Lag and settling',
    `<form action="/dashboard/settings/lag">
One thing needs a change:
[Settling must be immediate, <n>ms or <n>polls.](#settle)
immediate, 500ms or 3polls
Settling must be immediate, <n>ms or <n>polls.
<input name="settle" type="text" value="soon" aria-required="true" aria-invalid="true" autofocus>`,
  ],
])('%s with %j is shown again, with what was entered and what to change', async (path, fields, heading, changes) => {
  const { emulator, visitor } = await visit({ dialect: 'extended', projects: ['one', 'two'] });
  emulator.seedFrom(seedOf('two'));
  emulator.clock.freeze();
  emulator.clock.set(NOON);
  const shown = sectionOf(outlineOf((await visitor.get(path.replace(OWN, '$1'))).text), heading);

  const again = sectionOf(outlineOf((await visitor.post(path, fields)).text), heading);

  expect(changesOf(shown, again)).toBe(changes);
});

const OPERATIONS =
  'createSecret listSecrets updateSecret deleteSecret createPullSecret createBucket listBuckets updateBucket deleteBucket createAccessKey listAccessKeys deleteAccessKey listPullSecrets updatePullSecret deletePullSecret AbortMultipartUpload CompleteMultipartUpload CopyObject CreateBucket CreateMultipartUpload DeleteBucket DeleteBucketCors DeleteBucketLifecycle DeleteObject DeleteObjects GetBucketAcl GetBucketCors GetBucketLifecycleConfiguration GetBucketLocation GetBucketVersioning GetObject GetObjectAttributes HeadBucket HeadObject ListBuckets ListMultipartUploads ListObjects ListObjectsV2 ListParts PostObject PutBucketCors PutBucketLifecycleConfiguration PutObject UploadPart UploadPartCopy'.split(
    ' ',
  );

test('a fault that is refused is shown again with all fields, what was entered and what to change', async () => {
  const { visitor } = await visit({ dialect: 'extended', projects: ['one', 'two'] });

  const { text } = await visitor.post('/faults', { operation: 'x', status: '99', truncate: 'x', skip: 'y' });

  expect(sectionOf(outlineOf(text), 'Add a fault')).toBe(`<form action="/dashboard/faults">
5 things need a change:
[Operation must be the name of an operation, or *: ${OPERATIONS.join(', ')}.](#operation)
[Respond with status must be at least 200.](#status)
[Cut within the body must be half, or a number of bytes.](#truncate)
[Requests to let pass must be a number.](#skip)
[Respond with status has no effect beside truncate: choose one of the two.](#status)
Operation
Operation must be the name of an operation, or *: ${OPERATIONS.join(', ')}.
<select name="operation" aria-invalid="true" autofocus>; *: all operations; ${OPERATIONS.join('; ')}
Respond with status (optional)
From 200 to 599, such as 503.
Respond with status must be at least 200.
<input name="status" type="text" inputmode="numeric" value="99" aria-invalid="true">
Cut the connection
<select name="cut">; : no*; before-commit: before it takes effect; after-commit: after it took effect
Delay in milliseconds (optional)
Such as 200, 10-300, or p50 20 p99 300.
<input name="delayMs" type="text" value="">
How many requests (optional)
Left empty: every one.
<input name="times" type="text" inputmode="numeric" value="">
<input type="checkbox" name="pause" value="yes"> Hold each request until the fault is released
The response
Body (optional)
For the status: JSON, or text as it is; "" for an empty one.
<textarea name="body">
Headers (optional)
For the status, one on each line: name: value
<textarea name="headers">
Retry-After (optional)
For the status: seconds, or a date.
<input name="retryAfter" type="text" value="">
Cut within the body (optional)
Bytes that are sent before, or half.
Cut within the body must be half, or a number of bytes.
<input name="truncate" type="text" value="x" aria-invalid="true">
Garbage (optional)
Sent in place of the body, such as <html>.
<input name="garbage" type="text" value="">
When
Of status, delay and hold.
<select name="when">; : before the operation takes effect*; after-commit: after it took effect
Which requests
Project
<select name="where.projectId">; : every project*; one; two
Object or bucket (optional)
An id in path or body; at S3 that of a bucket.
<input name="where.objectId" type="text" value="">
Keys that begin with (optional)
Of objects at S3.
<input name="where.keyPrefix" type="text" value="">
Request headers (optional)
One on each line: name: value
<textarea name="where.headers">
Request body (optional)
As JSON, by places: {"permissions.read": true}
<textarea name="where.body">
Requests to let pass (optional)
Before the fault applies to one.
Requests to let pass must be a number.
<input name="skip" type="text" inputmode="numeric" value="y" aria-invalid="true">
Chance (optional)
More than 0, at most 1.
<input name="probability" type="text" inputmode="numeric" value="">
<button primary>Add fault
Nothing goes wrong on purpose.`);
});

test('a form that is not from a page of the session is refused', async () => {
  const { visitor } = await visit();

  const { text } = await visitor.post('/secrets', { csrf: 'x' });

  expect(outlineOf(text)).toBe(`# Not possible
This form is not from a page of your session. Go back, reload the page and try again.
[Back to the dashboard]()`);
});
