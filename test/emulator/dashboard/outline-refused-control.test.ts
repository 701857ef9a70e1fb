import { expect, test } from 'vitest';
import { NOON, outlineOf, sectionOf, seedOf } from './outline';
import { visit } from './visitor';

type Fields = Readonly<Record<string, string | readonly string[]>>;

const OPERATIONS =
  'createSecret listSecrets updateSecret deleteSecret createPullSecret createBucket listBuckets updateBucket deleteBucket createAccessKey listAccessKeys deleteAccessKey listPullSecrets updatePullSecret deletePullSecret AbortMultipartUpload CompleteMultipartUpload CopyObject CreateBucket CreateMultipartUpload DeleteBucket DeleteBucketCors DeleteBucketLifecycle DeleteObject DeleteObjects GetBucketAcl GetBucketCors GetBucketLifecycleConfiguration GetBucketLocation GetBucketVersioning GetObject GetObjectAttributes HeadBucket HeadObject ListBuckets ListMultipartUploads ListObjects ListObjectsV2 ListParts PostObject PutBucketCors PutBucketLifecycleConfiguration PutObject UploadPart UploadPartCopy'.split(
    ' ',
  );

test.each<[path: string, fields: Fields, heading: string, outline: string]>([
  [
    '/control/clock/advance',
    { ms: 'x', unit: 'days' },
    'Clock',
    `Time: 2030-01-31T12:00:00.000Z 1896091200000 ms
State: frozen
<form action="/dashboard/control/clock/advance">
One thing needs a change:
[Move by must be a number of the unit beside it.](#ms)
Move by
Negative: back.
Move by must be a number of the unit beside it.
<input name="ms" type="text" value="x" aria-required="true" aria-invalid="true" autofocus>
Unit
<select name="unit">; seconds; minutes; hours; days*
<button primary>Move the clock
<form action="/dashboard/control/clock/set">
Set to
In UTC, such as 2030-01-31T12:00:00Z.
<input name="now" type="text" aria-required="true">
<button primary>Set the clock
<form action="/dashboard/control/clock/real">
<button plain>Back to real time`,
  ],
  [
    '/settings/dialect',
    { dialect: 'x' },
    'Dialect',
    `The knobs are those of extended.
<form action="/dashboard/settings/dialect">
One thing needs a change:
[Dialect must be one of conventional, minimal, enveloped, extended.](#dialect)
Dialect
A preset of all knobs.
Dialect must be one of conventional, minimal, enveloped, extended.
<select name="dialect" aria-invalid="true" autofocus>; conventional; minimal; enveloped; extended
<button primary>Set all knobs`,
  ],
  [
    '/settings/lag',
    { settle: 'soon' },
    'Lag and settling',
    `<form action="/dashboard/settings/lag">
One thing needs a change:
[Settling must be immediate, <n>ms or <n>polls.](#settle)
newHidden
<input name="lag.newHidden" type="text" inputmode="numeric" value="0" aria-required="true">
recordFlaps
<input name="lag.recordFlaps" type="text" inputmode="numeric" value="0" aria-required="true">
aliasFlaps
<input name="lag.aliasFlaps" type="text" inputmode="numeric" value="0" aria-required="true">
deletedShown
<input name="lag.deletedShown" type="text" inputmode="numeric" value="0" aria-required="true">
keyRefusals
<input name="lag.keyRefusals" type="text" inputmode="numeric" value="0" aria-required="true">
keyRefusal
<select name="lag.keyRefusal">; not_found*; conflict
nameRefusals
<input name="lag.nameRefusals" type="text" inputmode="numeric" value="0" aria-required="true">
Settling
immediate, 500ms or 3polls
Settling must be immediate, <n>ms or <n>polls.
<input name="settle" type="text" value="soon" aria-required="true" aria-invalid="true" autofocus>
<input type="checkbox" name="interfaceOnly" value="yes"> Refuse what the interface does not promise (--interface-only)
<button primary>Save lag and settling`,
  ],
  [
    '/faults',
    { operation: 'x', status: '99', truncate: 'x', skip: 'y' },
    'Add a fault',
    `<form action="/dashboard/faults">
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
Nothing goes wrong on purpose.`,
  ],
  [
    '/secrets',
    { csrf: 'x' },
    'Not possible',
    `This form is not from a page of your session. Go back, reload the page and try again.
[Back to the dashboard]()`,
  ],
])('%s with %j is shown again, with what was entered and what to change', async (path, fields, heading, outline) => {
  const { emulator, visitor } = await visit({ dialect: 'extended', projects: ['one', 'two'] });
  emulator.seedFrom(seedOf('two'));
  emulator.clock.freeze();
  emulator.clock.set(NOON);

  const { text } = await visitor.post(path, { ...fields });

  expect(sectionOf(outlineOf(text), heading).replace(/(?<=name="once" value=")[\w-]{43}/, '{once}')).toBe(outline);
});
