import { expect, test } from 'vitest';
import { visitObjects } from './objects-support';
import { outlineOf, outlinesOf, sectionOf } from './outline';

const OBJECT = '/buckets/{id}/object/details?key=a.txt';
const PARTS = '/buckets/{id}/object/details?key=parts';

const PAGES = {
  '/buckets/{id}/delete': `# Delete bucket {alias}?
Access keys lose it at once. It holds 5 objects. [Empty it first](/buckets/{id}/empty?then=delete)
<form action="/dashboard/buckets/{id}/delete">
<button danger>Delete[Keep it](/buckets)`,
  '/buckets/{id}/empty': `# Empty bucket {alias}?
It holds 5 objects. All of it is gone for good. Unfinished uploads, and what is uploaded from now on, stay.
<form action="/dashboard/buckets/{id}/objects/delete">
<input type="hidden" name="up_to" value="5">
<input type="hidden" name="folder" value="">
<button danger>Delete all objects[Keep it](/buckets/{id})`,
  '/buckets/{id}/empty?then=delete': `# Empty bucket {alias}?
It holds 5 objects. All of it is gone for good. Unfinished uploads, and what is uploaded from now on, stay.
<form action="/dashboard/buckets/{id}/objects/delete">
<input type="hidden" name="up_to" value="5">
<input type="hidden" name="then" value="delete">
<input type="hidden" name="folder" value="">
<button danger>Delete all objects[Keep it](/buckets/{id})`,
  [OBJECT]: `# a.txt
[Bucket {alias}](/buckets/{id})
[Download](/buckets/{id}/object?key=a.txt) [Delete](/buckets/{id}/object/delete?key=a.txt)
Name: a.txt (Copy the name)
S3 URI: s3://{alias}/a.txt (Copy the S3 URI)
Size: 500 bytes
Type: text/plain
Last modified: 2030-01-31 12:00 UTC
ETag: 0cbc257f438eedb0b1df860ac669e43c
Checksum: CRC32 8wIvrQ== of all bytes
Uploaded: in one piece
cache-control: no-cache
Metadata Set by the client, as x-amz-meta-…
| Name | Value
| (text) owner | (text) me
## Share
<form action="/dashboard/buckets/{id}/object/share">
Whoever has the link downloads the object, without a key, until the link expires or the key is deleted.
<input type="hidden" name="key" value="a.txt">
Signed with access key
<select name="access_key_id">; {key}
Valid for
<select name="lifetime">; 3600: 1 hour; 900: 15 minutes; 86400: 1 day; 604800: 7 days
<button primary>Create link`,
  [PARTS]: `# parts
[Bucket {alias}](/buckets/{id})
[Download](/buckets/{id}/object?key=parts) [Delete](/buckets/{id}/object/delete?key=parts)
Name: parts (Copy the name)
S3 URI: s3://{alias}/parts (Copy the S3 URI)
Size: 5 MiB 5,242,883 bytes
Type: binary/octet-stream
Last modified: 2030-01-31 12:00 UTC
ETag: 76b2438ee89d0d54dbb3eb6005874976-2
Checksum: CRC32 8xAQJw==-2 of the checksums of the parts
Uploaded: in 2 parts
Parts 2
| Part | Size | Checksum
| 1 | (line) 5 MiB | (text) CRC32 yTuzdQ== of all bytes
| 2 | (line) 3 bytes | (text) CRC32 APwzsQ== of all bytes`,
  '/buckets/{id}/object/delete?key=f/b': `# Delete f/b?
Its bytes are gone for good.
<form action="/dashboard/buckets/{id}/object/delete">
<input type="hidden" name="key" value="f%2Fb">
<input type="hidden" name="version" value="2">
<button danger>Delete[Keep it](/buckets/{id}?prefix=f%2F)`,
  '/buckets/{id}/folder/delete?prefix=f/g/': `# Delete 1 folder?
All of it is gone for good. What is uploaded from now on stays.
f/g/ 1 object, 500 bytes
<form action="/dashboard/buckets/{id}/objects/delete">
<input type="hidden" name="up_to" value="5">
<input type="hidden" name="prefix" value="f%2F">
<input type="hidden" name="folder" value="f%2Fg%2F">
<button danger>Delete[Keep it](/buckets/{id}?prefix=f%2F)`,
  '/buckets/{id}/folder/delete': `# Not found
The address names no folder.
[Back to the dashboard]()`,
  '/buckets/{id}/object/details': `# Not found
The bucket has no object named "".
[Back to the dashboard]()`,
  '/buckets/{id}/object?key=x': `# Not found
The bucket has no object named "x".
[Back to the dashboard]()`,
};

test('the page of an object, and what is asked before a deletion, are shown with all their words, fields and links', async () => {
  const { visitor, names } = await visitObjects();

  const outlines = await outlinesOf(visitor, Object.keys(PAGES), names);

  const [, share] = outlines[OBJECT]?.split('\n## Share\n') ?? [];
  const [parts, shareParts] = outlines[PARTS]?.split('\n## Share\n') ?? [];
  expect(shareParts).toBe(share?.replace('value="a.txt"', 'value="parts"'));
  expect({ ...outlines, [PARTS]: parts }).toEqual(PAGES);
});

test.each<[path: string, fields: Readonly<Record<string, string | string[]>>, heading: string, outline: string]>([
  [
    '/selection',
    { prefix: 'f/', object: ['a.txt', 'f/b'], folder: ['f/g/', 'h/'] },
    '',
    `# Delete 2 folders and 2 objects?
All of it is gone for good. What is uploaded from now on stays.
f/g/ 1 object, 500 bytes
h/ 0 objects, 0 bytes
a.txt
f/b
<form action="/dashboard/buckets/{id}/objects/delete">
<input type="hidden" name="up_to" value="5">
<input type="hidden" name="prefix" value="f%2F">
<input type="hidden" name="object" value="a.txt">
<input type="hidden" name="object" value="f%2Fb">
<input type="hidden" name="folder" value="f%2Fg%2F">
<input type="hidden" name="folder" value="h%2F">
<button danger>Delete[Keep it](/buckets/{id}?prefix=f%2F)`,
  ],
  [
    '/selection',
    { prefix: 'f/' },
    'Bucket .*',
    `<button>Show
<form action="/dashboard/buckets/{id}/selection">
<input type="hidden" name="prefix" value="f%2F">
Nothing is selected: tick what is to be deleted.`,
  ],
  [
    '/object/share',
    { key: 'a.txt', access_key_id: 'x', lifetime: '7' },
    'Share',
    `<form action="/dashboard/buckets/{id}/object/share">
2 things need a change:
[The access key is gone, or may not read this bucket.](#access_key_id)
[Choose how long the link is valid.](#lifetime)
Whoever has the link downloads the object, without a key, until the link expires or the key is deleted.
<input type="hidden" name="key" value="a.txt">
Signed with access key
The access key is gone, or may not read this bucket.
<select name="access_key_id" aria-invalid="true" autofocus>; {key}
Valid for
Choose how long the link is valid.
<select name="lifetime" aria-invalid="true">; 3600: 1 hour; 900: 15 minutes; 86400: 1 day; 604800: 7 days
<button primary>Create link`,
  ],
  [
    '/object/share',
    { key: 'a.txt', access_key_id: '{key}', lifetime: '3600' },
    'Share',
    `<form action="/dashboard/buckets/{id}/object/share">
One thing needs a change:
[The emulator's clock is ahead of the time: no link is valid for more than 7 days, and this one would have to be. Set the clock back, or ask for a shorter time.](#lifetime)
Whoever has the link downloads the object, without a key, until the link expires or the key is deleted.
<input type="hidden" name="key" value="a.txt">
Signed with access key
<select name="access_key_id">; {key}*
Valid for
The emulator's clock is ahead of the time: no link is valid for more than 7 days, and this one would have to be. Set the clock back, or ask for a shorter time.
<select name="lifetime" aria-invalid="true" autofocus>; 3600: 1 hour*; 900: 15 minutes; 86400: 1 day; 604800: 7 days
<button primary>Create link`,
  ],
  [
    '/object/delete',
    { key: 'f/b', version: '0' },
    'Not possible',
    `Somebody has replaced the object since you were asked: nothing was deleted.
[Back to the dashboard]()`,
  ],
])('%s with %j is followed by what it does, or why it does not', async (action, fields, heading, outline) => {
  const { emulator, visitor, path, names } = await visitObjects();
  emulator.clock.set(Date.now() + 8 * 24 * 3_600_000);
  const sent = fields.access_key_id === '{key}' ? { ...fields, access_key_id: names.key } : fields;

  const { text } = await visitor.post(path + action, sent);

  let found = heading === '' ? outlineOf(text) : sectionOf(outlineOf(text), heading);
  for (const [name, drawn] of Object.entries(names)) found = found.replaceAll(drawn, `{${name}}`);
  expect(found).toContain(outline);
});
