import { expect, test } from 'vitest';
import { visitObjects } from './objects-support';
import { outlinesOf } from './outline';

const BUCKET = '/buckets/{id}';
const FOLDER = '/buckets/{id}?prefix=f/&sort=-size';

const PAGES = {
  [BUCKET]: `# Bucket {alias}
[All buckets](/buckets)
<meter aria-label="Use of the quota" max="1000" value="749">
5 of 6.7 MiB 5 objects 5,244,483 of 7,000,000 bytes
[Upload objects](#upload)
<search>
<form action="/dashboard/buckets/{id}">
Names that begin with
<input type="search" name="prefix" value="" placeholder="Names that begin with">
Sort by
<select name="sort">; : Name, ascending*; -name: Name, descending; size: Size, ascending; -size: Size, descending; type: Type, ascending; -type: Type, descending; modified: Last modified, ascending; -modified: Last modified, descending
<button>Show
<form action="/dashboard/buckets/{id}/selection">
<input type="hidden" name="prefix" value="">
<input type="checkbox"> Select all on this page
<button>Delete selected
Objects
| (tick) Select | (ascending) [Name](/buckets/{id}?sort=-name) | [Size](/buckets/{id}?sort=size) | [Type](/buckets/{id}?sort=type) | [Last modified](/buckets/{id}?sort=modified) | (actions) Actions
| (tick)
<input type="checkbox" form="selection" name="object" value="a.txt" aria-label="Select a.txt"> | (text) [a.txt](/buckets/{id}/object/details?key=a.txt) | (line) 500 bytes | (text) text/plain | 2030-01-31 12:00 UTC | (actions) [Download a.txt](/buckets/{id}/object?key=a.txt) [Delete a.txt](/buckets/{id}/object/delete?key=a.txt)
| (tick)
<input type="checkbox" form="selection" name="folder" value="f%2F" aria-label="Select f/"> | (text) [f/](/buckets/{id}?prefix=f%2F) | (line) | (text) folder | | (actions) [Delete f/](/buckets/{id}/folder/delete?prefix=f%2F)
| (tick)
<input type="checkbox" form="selection" name="object" value="parts" aria-label="Select parts"> | (text) [parts](/buckets/{id}/object/details?key=parts) | (line) 5 MiB | (text) binary/octet-stream | 2030-01-31 12:00 UTC | (actions) [Download parts](/buckets/{id}/object?key=parts) [Delete parts](/buckets/{id}/object/delete?key=parts)
Unfinished uploads
| Name | Begun | By access key
| (text) half | 2030-01-31 12:00 UTC | (line) {key}
[Empty the bucket](/buckets/{id}/empty)
## Upload objects
<form action="/dashboard/buckets/{id}/upload" enctype="multipart/form-data" data-upload>
<input type="hidden" name="prefix" value="">
Name (optional)
Left empty: that of the file. Slashes make folders.
<input name="name" type="text">
<input type="checkbox" name="replace" value="yes"> Replace an object of that name
File
<input name="file" type="file">
Or a folder
<input type="file" name="" webkitdirectory>
<button primary>Upload
Or drop files and folders anywhere on this page.
<progress aria-label="Progress">
<button type="button">Cancel all
## Change the bucket
<form action="/dashboard/buckets/{id}">
Quota
<input name="max_size" type="text" inputmode="numeric" value="7000000" aria-required="true">
Unit
<select name="unit">; bytes*; KiB; MiB; GiB; TiB
Description (optional)
<input name="description" type="text" value="">
<button primary>Save`,
  [FOLDER]: `# Bucket {alias}
[All buckets](/buckets)
<meter aria-label="Use of the quota" max="1000" value="749">
5 of 6.7 MiB 5 objects 5,244,483 of 7,000,000 bytes
[Upload objects](#upload)
<search>
<form action="/dashboard/buckets/{id}">
Names that begin with
<input type="search" name="prefix" value="f/" placeholder="Names that begin with">
Sort by
<select name="sort">; : Name, ascending; -name: Name, descending; size: Size, ascending; -size: Size, descending*; type: Type, ascending; -type: Type, descending; modified: Last modified, ascending; -modified: Last modified, descending
<button>Show
<form action="/dashboard/buckets/{id}/selection">
<input type="hidden" name="prefix" value="f%2F">
<input type="checkbox"> Select all on this page
<button>Delete selected
[All objects](/buckets/{id})
[f/](/buckets/{id}?prefix=f%2F)
Objects below f/
| (tick) Select | [Name](/buckets/{id}?prefix=f%2F) | (descending) [Size](/buckets/{id}?prefix=f%2F&sort=size) | [Type](/buckets/{id}?prefix=f%2F&sort=type) | [Last modified](/buckets/{id}?prefix=f%2F&sort=modified) | (actions) Actions
| (tick)
<input type="checkbox" form="selection" name="object" value="f%2Fb" aria-label="Select f/b"> | (text) [b](/buckets/{id}/object/details?key=f%2Fb) | (line) 300 bytes | (text) text/plain | 2030-01-31 12:00 UTC | (actions) [Download f/b](/buckets/{id}/object?key=f%2Fb) [Delete f/b](/buckets/{id}/object/delete?key=f%2Fb)
| (tick)
<input type="checkbox" form="selection" name="object" value="f%2Fc" aria-label="Select f/c"> | (text) [c](/buckets/{id}/object/details?key=f%2Fc) | (line) 300 bytes | (text) text/plain | 2030-01-31 12:00 UTC | (actions) [Download f/c](/buckets/{id}/object?key=f%2Fc) [Delete f/c](/buckets/{id}/object/delete?key=f%2Fc)
| (tick)
<input type="checkbox" form="selection" name="folder" value="f%2Fg%2F" aria-label="Select f/g/"> | (text) [g/](/buckets/{id}?prefix=f%2Fg%2F) | (line) | (text) folder | | (actions) [Delete f/g/](/buckets/{id}/folder/delete?prefix=f%2Fg%2F)
Unfinished uploads
| Name | Begun | By access key
| (text) half | 2030-01-31 12:00 UTC | (line) {key}
[Empty the bucket](/buckets/{id}/empty)`,
};

test('objects, folders and uploads are shown with all their words, fields and links', async () => {
  const { visitor, names } = await visitObjects();

  const outlines = await outlinesOf(visitor, Object.keys(PAGES), names);

  const [, forms = ''] = outlines[BUCKET]?.split('\n## Upload objects\n') ?? [];
  const [list, formsBelow] = outlines[FOLDER]?.split('\n## Upload objects\n') ?? [];
  expect(formsBelow).toBe(forms.replace('name="prefix" value="">', 'name="prefix" value="f%2F">\nIt goes below f/.'));
  expect({ ...outlines, [FOLDER]: list }).toEqual(PAGES);
});
