import { expect, test } from 'vitest';
import type { EmulatorOptions } from '../../../emulator';
import { outlineOf, outlinesOf, sectionOf } from './outline';
import { visit } from './visitor';

const PAGES = {
  '/secrets?q=none': `# Secrets
A value goes in and never comes out: not here, and not by the API.
[Create a secret](#create)
<search>
<form action="/dashboard/secrets">
Search
<input type="search" name="q" value="none" placeholder="Search">
Sort by
<select name="sort">; : Newest first*; created: Oldest first; name: Name, ascending; -name: Name, descending
<button>Search
Nothing here has “none” in it. [Show all](/secrets)`,
  '/pull-secrets': `# Pull secrets
Credentials for a private container registry, so that apps can pull images from it. An app refers to the id as pull_secret_id.
[Create a pull secret](#create)
The service can create pull secrets and nothing else. Only this emulator knows the list below: no client can list, change or delete them.
There are no pull secrets yet.`,
  '/buckets': `# Buckets
The service gives each bucket an alias. S3 clients reach it by that alias at {s3} (Copy {s3})
[Create a bucket](#create)
There are no buckets yet.`,
  '/keys': `# Access keys
A key opens chosen buckets to an S3 client. It can be made and deleted, not changed.
[Create an access key](#create)
There are no access keys yet.`,
  '/nowhere': `# Not found
There is no such page here.
[Back to the dashboard]()`,
  '/secrets/x': `# Not found
There is no secret with the id "x".
[Back to the dashboard]()`,
  '/keys/x/delete': `# Not found
There is no access key with the id "x".
[Back to the dashboard]()`,
  '/buckets/x': `# Not found
There is no bucket with the id "x".
[Back to the dashboard]()`,
  '/pull-secrets/x': `# Not found
There is no pull secret with the id "x".
[Back to the dashboard]()`,
  '/deletions/x': `# Not found
There is no such deletion, or it ended with a reset.
[Back to the dashboard]()`,
  '/journal/x': `# Not found
The journal has no such request.
[Back to the dashboard]()`,
};

test('without objects the pages say so, and what is not there is told by its kind and id', async () => {
  const { emulator, visitor } = await visit();

  const outlines = await outlinesOf(visitor, Object.keys(PAGES), { s3: emulator.s3Endpoint });
  // The forms are the same as those beside a list.
  for (const page of ['/secrets?q=none', '/pull-secrets', '/buckets', '/keys'])
    outlines[page] = (outlines[page] ?? '').split('\n## Create')[0] ?? '';
  expect(outlines).toEqual(PAGES);
});

test('the form for one project differs from that for two only in the project', async () => {
  const formOn = async (path: string, options: EmulatorOptions) => {
    const { visitor } = await visit(options);
    return sectionOf(outlineOf((await visitor.get(path)).text), 'Create a secret');
  };
  const ofTwo = await formOn('/secrets', { projects: ['one', 'two'] });

  const hidden = '<input type="hidden" name="project_id" value="project-1">';
  expect(await formOn('/secrets?q=none', {})).toBe(ofTwo.replace(/Project\n.*/, hidden));
});
