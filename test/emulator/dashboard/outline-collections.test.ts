import { expect, test } from 'vitest';
import { NOON, outlinesOf, seedOf } from './outline';
import { visit } from './visitor';

/** A line for each knob that is chosen: its name, and its values. */
const KNOBS = `createStatus; 201*; 200
writeResponse; record*; empty; enveloped; location; created_by; operation
bucketResponse; id*; empty; enveloped; location; created_by; operation
deleteResponse; no_content*; empty; enveloped
pullSecretResponse; record*; id; enveloped; pull_secret_id; bare_id; location; operation
listShape; array*; array_link; envelope; envelope_link; envelope_cursor; envelope_named; envelope_pages
emptyList; array*; null; no_content
pageSize
<input name="knobs.pageSize" type="text" inputmode="numeric" value="50" aria-required="true">
pullSecretApi; create_only; full*
errorBody; json*; empty; problem; success_false; ok_false; ok_error; ok_jsend; ok_errors
deleteUnknown; 404*; 204
badToken; 401*; 403
foreignProject; 403*; 404
secretFields; id_name*; with_project
noDescription; absent*; null; empty
listedPermissions; as_sent*; owner_has_all; write_has_read; both; without_owner
deletedObjects; as_before*; deleted_at; status
timestamps; seconds*; milliseconds
idempotencyKeys; ignored*; replayed
unknownFields; ignore*; refuse
takenName; conflict*; accept; overwrite
ownerPermission; full*; independent
listScope; token*; project
omittedDescription; keep*; clear
clearsDescription; both*; empty; null; neither
descriptions; as_sent*; trimmed; clipped
maxSizes; as_sent*; whole_mebibytes
unsettled; absent*; null; empty; hidden
deleteNonEmpty; conflict*; delete
cannedAcl; ignore*; refuse
serverSideEncryption; ignore*; refuse
s3Checks; aws*; garage
unknownPart; 400*; 416`.replace(/^(\w+)(;.*)/gm, '$1\n<select name="knobs.$1">$2');

const PAGES = {
  '/secrets': `# Secrets
A value goes in and never comes out: not here, and not by the API.
[Create a secret](#create)
Key/value secrets 1
| [Name](/secrets?sort=name) | Id | [Project](/secrets?sort=project) | (actions) Actions
| (text) db | (line) secret-1 (Copy secret-1) | (line) two | (actions) [Change db](/secrets/secret-1) [Delete db](/secrets/secret-1/delete)
## Create a secret
<form action="/dashboard/secrets">
Project
<select name="project_id">; one; two
Name
Lowercase letters, digits and hyphens.
<input name="name" type="text" aria-required="true">
Value
<textarea name="value" aria-required="true">
<input type="checkbox"> Show what I type into Value
<button primary>Create secret`,
  '/secrets/secret-1': `# Change db
[All secrets](/secrets)
The service takes name and value together: a new name needs the value too.
<form action="/dashboard/secrets/secret-1">
Name
Lowercase letters, digits and hyphens.
<input name="name" type="text" value="db" aria-required="true">
New value
<textarea name="value" aria-required="true">
<input type="checkbox"> Show what I type into New value
<button primary>Save name and value`,
  '/secrets/secret-1/delete': `# Delete db?
Its value is gone for good: nobody can read it back.
<form action="/dashboard/secrets/secret-1/delete">
<button danger>Delete[Keep it](/secrets)`,
  '/pull-secrets': `# Pull secrets
Credentials for a private container registry, so that apps can pull images from it. An app refers to the id as pull_secret_id.
[Create a pull secret](#create)
Pull secrets 1
| [Server](/pull-secrets?sort=server) | Id | [Project](/pull-secrets?sort=project) | (actions) Actions
| (text) ghcr.io | (line) pull-1 (Copy pull-1) | (line) two | (actions) [Change pull secret for ghcr.io](/pull-secrets/pull-1) [Delete pull secret for ghcr.io](/pull-secrets/pull-1/delete)
## Create a pull secret
<form action="/dashboard/pull-secrets">
Project
<select name="project_id">; one; two
Server
As the registry has it, such as ghcr.io.
<input name="server" type="text" aria-required="true">
User name
Hidden, since it may be a token.
<input name="username" type="password" aria-required="true">
Password
A password or an access token.
<input name="password" type="password" aria-required="true">
<button primary>Create pull secret`,
  '/pull-secrets/pull-1': `# Change the pull secret for ghcr.io
[All pull secrets](/pull-secrets)
All of it is replaced: user name and password have to be entered again.
<form action="/dashboard/pull-secrets/pull-1">
Server
As the registry has it, such as ghcr.io.
<input name="server" type="text" value="ghcr.io" aria-required="true">
User name
Hidden, since it may be a token.
<input name="username" type="password" aria-required="true">
Password
A password or an access token.
<input name="password" type="password" aria-required="true">
<button primary>Save`,
  '/pull-secrets/pull-1/delete': `# Delete the pull secret for ghcr.io?
Apps that refer to pull-1 can no longer pull images.
<form action="/dashboard/pull-secrets/pull-1/delete">
<button danger>Delete[Keep it](/pull-secrets)`,
  '/buckets': `# Buckets
The service gives each bucket an alias. S3 clients reach it by that alias at {s3} (Copy {s3})
[Create a bucket](#create)
Buckets 4
| [Bucket](/buckets?sort=name) | [Use](/buckets?sort=use) | Description | [Project](/buckets?sort=project) | [Created](/buckets?sort=created) | (actions) Actions
| (text) [still](/buckets/bucket-3) bucket-3 (Copy bucket-3) |
<meter aria-label="Use of the quota" max="1000" value="0">
0 of 4 KiB 0 objects | (text) | (line) two | 2030-01-31 12:00 UTC | (actions) [Delete bucket still](/buckets/bucket-3/delete)
| (text) [quick](/buckets/bucket-2) bucket-2 (Copy bucket-2) |
<meter aria-label="Use of the quota" max="1000" value="0">
0 of 2 KiB 0 objects | (text) | (line) two | 2030-01-31 12:00 UTC | (actions) [Delete bucket quick](/buckets/bucket-2/delete)
| (text) [calm](/buckets/bucket-1) bucket-1 (Copy bucket-1) |
<meter aria-label="Use of the quota" max="1000" value="0">
0 of 1 KiB 0 objects | (text) | (line) two | 2030-01-31 12:00 UTC | (actions) [Delete bucket calm](/buckets/bucket-1/delete)
| (text) [lantern](/buckets/bucket-0) bucket-0 (Copy bucket-0) |
<meter aria-label="Use of the quota" max="1000" value="0">
0 of 512 bytes 0 objects | (text) Uploads | (line) two | 2030-01-31 12:00 UTC | (actions) [Delete bucket lantern](/buckets/bucket-0/delete)
## Create a bucket
<form action="/dashboard/buckets">
Project
<select name="project_id">; one; two
Quota
<input name="max_size" type="text" inputmode="numeric" aria-required="true">
Unit
<select name="unit">; bytes; KiB; MiB; GiB*; TiB
Description (optional)
<input name="description" type="text">
<button primary>Create bucket`,
  '/buckets/bucket-0/delete': `# Delete bucket lantern?
Access keys lose it at once. It holds 0 objects.
<form action="/dashboard/buckets/bucket-0/delete">
<button danger>Delete[Keep it](/buckets)`,
  '/keys': `# Access keys
A key opens chosen buckets to an S3 client. It can be made and deleted, not changed.
[Create an access key](#create)
Access keys 3
| [Access key id](/keys?sort=id) | Buckets | [Permissions](/keys?sort=permissions) | [Project](/keys?sort=project) | [Created](/keys?sort=created) | (actions) Actions
| (line) GK0003 (Copy GK0003) | (text) none | none | (line) two | 2030-01-31 12:00 UTC | (actions) [Delete access key GK0003](/keys/key-3/delete)
| (line) GK0002 (Copy GK0002) | (text) lantern calm quick | owner | (line) two | 2030-01-31 12:00 UTC | (actions) [Delete access key GK0002](/keys/key-2/delete)
| (line) GK0001 (Copy GK0001) | (text)
4 buckets lantern calm quick still | read, write | (line) two | 2030-01-31 12:00 UTC | (actions) [Delete access key GK0001](/keys/key-1/delete)
## Create an access key
<form action="/dashboard/keys">
<input type="hidden" name="once" value="{once}">
Project
<select name="project_id">; one; two
Buckets
<input type="checkbox" name="bucket_ids" value="bucket-0"> lantern
<input type="checkbox" name="bucket_ids" value="bucket-1"> calm
<input type="checkbox" name="bucket_ids" value="bucket-2"> quick
<input type="checkbox" name="bucket_ids" value="bucket-3"> still
Permissions
<input type="checkbox" name="permissions" value="read"> read: Download and list objects
<input type="checkbox" name="permissions" value="write"> write: Upload, overwrite and delete objects
<input type="checkbox" name="permissions" value="owner"> owner: Full control, including bucket metadata
<button primary>Create access key`,
  '/control': `# Control
What tests do to the emulator, for everybody who uses it. The same goes over HTTP, below /_emulator.
## Clock
Time: 2030-01-31T12:00:00.000Z 1896091200000 ms
State: frozen
<form action="/dashboard/control/clock/advance">
Move by
Negative: back.
<input name="ms" type="text" aria-required="true">
Unit
<select name="unit">; seconds; minutes; hours; days
<button primary>Move the clock
<form action="/dashboard/control/clock/set">
Set to
In UTC, such as 2030-01-31T12:00:00Z.
<input name="now" type="text" aria-required="true">
<button primary>Set the clock
<form action="/dashboard/control/clock/real">
<button plain>Back to real time
## Reset
Tokens, projects and the seed of the start stay. Everything else goes: objects, journal, faults, changed settings.
[Reset the emulator](/control/reset)
## Snapshots
A snapshot holds everything stored, sealed: only an emulator with the same encryption key takes it.
[Download a snapshot](/control/snapshot)
<form action="/dashboard/control/snapshot" enctype="multipart/form-data">
<input type="checkbox" name="replace" value="yes"> Replace everything stored
Snapshot to restore
<input name="file" type="file">
<button primary>Restore`,
  '/settings': `# Settings
How the emulator reads what the interface leaves open, for every client, from the next request on. A reset restores the settings of the start.
## Dialect
The knobs are those of extended.
<form action="/dashboard/settings/dialect">
Dialect
A preset of all knobs.
<select name="dialect">; conventional; minimal; enveloped; extended*
<button primary>Set all knobs
## Lag and settling
<form action="/dashboard/settings/lag">
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
listCap
<input name="lag.listCap" type="text" inputmode="numeric" value="0" aria-required="true">
Settling
immediate, 500ms or 3polls
<input name="settle" type="text" value="immediate" aria-required="true">
<input type="checkbox" name="interfaceOnly" value="yes"> Refuse what the interface does not promise (--interface-only)
<button primary>Save lag and settling
## Knobs
<form action="/dashboard/settings/knobs">
${KNOBS}
<button primary>Save knobs`,
  '/keys/key-1/delete': `# Delete access key GK0001?
It is revoked at once: whoever uses it is refused from then on.
<form action="/dashboard/keys/key-1/delete">
<button danger>Delete[Keep it](/keys)`,
};

test('collections, changes and deletions, control and settings are shown with all their words, fields and links', async () => {
  const { emulator, visitor } = await visit({ dialect: 'extended', projects: ['one', 'two'] });
  emulator.clock.freeze();
  emulator.clock.set(NOON);
  emulator.seedFrom(seedOf('two'));

  expect(await outlinesOf(visitor, Object.keys(PAGES), { s3: emulator.s3Endpoint })).toEqual(PAGES);
});
