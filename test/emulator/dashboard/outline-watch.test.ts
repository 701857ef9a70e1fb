import { expect, test } from 'vitest';
import { visitBucket } from './objects-support';
import { NOON, outlinesOf } from './outline';

/** Headers that the client adds on its own. */
const OF_CLIENT = /^(Headers: )?(?:accept|accept-[a-z]+|user-agent|sec-[a-z-]+|content-length): .*$/gm;

const PAGES = {
  '/journal': `# Request journal
What clients asked of the REST interface and of S3, newest first. Values, passwords and user names are never kept.
<search>
<form action="/dashboard/journal">
Operation
<select name="operation">; : all; createSecret; …
Method
<select name="method">; : all; GET; HEAD; POST; PUT; DELETE
Status
<input name="status" value="" size="6" placeholder="404, 4xx, cut">
Project
<select name="project">; : all; one; none: not known
Fault
<select name="fault">; : all; any: with one
<button primary>Filter [Show all](/journal)
Requests 5
| Request | Time | Path | Operation | Project | Status | Reason
| (line) [req-7](/journal/req-7) | 2030-01-31 12:00:00.000 UTC | (text) PUT /{alias}/a | PutObject | (line) one | (text) (good) 200 | (text)
| (line) [req-6](/journal/req-6) | 2030-01-31 12:00:00.000 UTC | (text) GET /s3/buckets | listBuckets | (line) one | (text) (bad) 503 injected | (text) fault-1: waited, status returned in its place after the operation ran
| (line) [req-5](/journal/req-5) | 2030-01-31 12:00:00.000 UTC | (text) DELETE /secrets/x | deleteSecret | (line) one | (text) (bad) cut not_found | (text) id There is no secret with the id "x".fault-4: waited, cut within the response after the operation ran
| a test 2030-01-31 12:00:00.000 UTC
| (line) [req-4](/journal/req-4) | 2030-01-31 12:00:00.000 UTC | (text) POST /s3/keys | createAccessKey | (line) one | (text) (poor) 404 not_found | (text) bucket_ids These buckets are not in the project: gone.
| (line) [req-3](/journal/req-3) | 2030-01-31 12:00:00.000 UTC | (text) GET /secrets | listSecrets | (line) one | (text) (good) 200 | (text)`,
  '/journal/req-4': `# Request req-4
[All requests](/journal)
## Why it was refused
Error code: not_found
At fault: bucket_ids
Reason: These buckets are not in the project: gone.
Knobs: errorBody
Method: POST
Path: /s3/keys
Operation: createAccessKey
Project: one
Time: 2030-01-31 12:00:00.000 UTC
Status: (poor) 404
Duration: {time} ms
Fault: none
## Request
Parameters: none
Headers: content-type: application/json
### Body
{
"project_id": "one",
"bucket_ids": [
"gone"
],
"permissions": {
"read": true,
"write": false,
"owner": false
}
}
## Response
Headers: content-type: application/json; charset=utf-8
{
"error": {
"code": "not_found",
"message": "These buckets are not in the project: gone.",
"field": "bucket_ids"
}
}
## As curl
Without secrets: URL, token and keys come from the export lines, masked fields from $SECRET_…, an object from the file body.
curl --globoff --path-as-is \\
--request POST \\
--header "Authorization: Bearer $COFFER_TOKEN" \\
--header 'content-type: application/json' \\
--data '{"project_id":"one","bucket_ids":["gone"],"permissions":{"read":true,"write":false,"owner":false}}' \\
"$COFFER_BASE_URL"'/s3/keys' (Copy the curl command)`,
  '/journal/req-6': `# Request req-6
[All requests](/journal)
## Why it was refused
Error code: injected
Reason: The fault fault-1 sent 503 in place of the response.
Knobs: listShape, noDescription, timestamps
Method: GET
Path: /s3/buckets
Operation: listBuckets
Project: one
Time: 2030-01-31 12:00:00.000 UTC
Status: (bad) 503
Duration: {time} ms
Fault: fault-1: waited, status returned in its place after the operation ran [All requests that it applied to](/journal?fault=fault-1)
## Request
Parameters: none
Headers: …
### Body
None, or none that parsed.
## Response
Headers: content-type: application/json
retry-after: 2
[redacted]
## As curl
Without secrets: URL, token and keys come from the export lines, masked fields from $SECRET_…, an object from the file body.
curl --globoff --path-as-is \\
--request GET \\
--header "Authorization: Bearer $COFFER_TOKEN" \\
"$COFFER_BASE_URL"'/s3/buckets' (Copy the curl command)`,
  '/journal/req-7': `# Request req-7
[All requests](/journal)
Method: PUT
Path: /{alias}/a
Operation: PutObject
Project: one
Bucket: {id}
Key: a
Access key: {key}
Time: 2030-01-31 12:00:00.000 UTC
Status: (good) 200
Duration: {time} ms
Fault: none`,
  '/faults': `Faults in force 3
| [Operation](/faults?sort=operation) | What happens | Limit | [Requests](/faults?sort=requests) | Fault | (actions) Actions
| (text) PutObject | (text) is cut before it takes effect keys that begin with f/ not the first 10 | 1 at most | (line) 0 so far | (line) fault-3 | (actions)
<form action="/dashboard/faults/fault-3/remove">
<button plain>Remove fault on PutObject
| (text) updateBucket | (text) waits 10 to 300 ms, is held (0 now) object b headers x-a, x-b body max_size, description | 3 at most | (line) 0 so far | (line) fault-2 | (actions)
<form action="/dashboard/faults/fault-2/remove">
<button plain>Remove fault on updateBucket
| (text) listBuckets | (text) waits 0 ms, one in a hundred 1 ms and more, returns 503 with a body of its own, x-a, x-b, retry-after: 2, after it took effect, with a chance of 1 project one | every one | (line) [1 so far requests by fault-1](/journal?fault=fault-1) | (line) fault-1 | (actions)
<form action="/dashboard/faults/fault-1/remove">
<button plain>Remove fault on listBuckets
[Used up: 1](/faults/used-up)
<form action="/dashboard/faults/clear">
<button plain>Remove all faults`,
  '/faults/used-up': `# Faults that are used up
[Faults in force](/faults)
They applied to as many requests as they may, and apply to no more.
Used up 1
| [Operation](/faults/used-up?sort=operation) | What happens | Limit | [Requests](/faults/used-up?sort=requests) | Fault | (actions) Actions
| (text) deleteSecret | (text) waits 1 ms, gets 7 bytes of the response | 1 at most | (line) [1 so far requests by fault-4](/journal?fault=fault-4) | (line) fault-4 | (actions)
<form action="/dashboard/faults/fault-4/remove">
<button plain>Remove fault on deleteSecret`,
};

test('the journal and the faults are shown with all their words, fields and links', async () => {
  const { emulator, visitor, send, bucket, put, credentials } = await visitBucket({ projects: ['one'] });
  emulator.clock.freeze();
  emulator.clock.set(NOON);
  emulator.journal.clear();
  const permissions = { read: true, write: false, owner: false };
  const headers = { 'x-a': '1', 'x-b': '2' };
  await send('GET', '/secrets?token=x&page=2');
  await send('POST', '/s3/keys', { project_id: 'one', bucket_ids: ['gone'], permissions });
  emulator.journal.mark('a test');
  emulator.faults.add({
    ...{
      operation: 'listBuckets',
      status: 503,
      body: { why: 'x' },
      headers,
      retryAfter: 2,
      delayMs: { p50: 0, p99: 1 },
    },
    ...{ when: 'after-commit', probability: 1, where: { projectId: 'one' } },
  });
  emulator.faults.add({
    ...{ operation: 'updateBucket', delayMs: { min: 10, max: 300 }, times: 3, pause: true },
    where: { objectId: 'b', headers, body: { max_size: 1, description: 'x' } },
  });
  const where = { keyPrefix: 'f/' };
  emulator.faults.add({ operation: 'PutObject', cut: 'before-commit', times: 1, skip: 10, where });
  emulator.faults.add({ operation: 'deleteSecret', truncate: 7, times: 1, delayMs: 1 });
  await send('DELETE', '/secrets/x').catch(() => undefined);
  await send('GET', '/s3/buckets');
  await put('a', 'b');
  const names = { id: bucket.id, alias: bucket.alias, key: credentials.accessKeyId };

  const outlines = await outlinesOf(visitor, Object.keys(PAGES), names);

  // The headers of a client of S3 are not ours, and the form that adds a fault is the same when it is refused.
  for (const [path, outline] of Object.entries(outlines))
    outlines[path] = outline.replace(OF_CLIENT, '$1…').replace(/^…\n/gm, '');
  const [ofS3 = ''] = (outlines['/journal/req-7'] ?? '').split('\n## Request');
  const [, faults = ''] = (outlines['/faults'] ?? '').split(/^(?=Faults in force)/m);
  expect({ ...outlines, '/journal/req-7': ofS3, '/faults': faults }).toEqual(PAGES);
});
