import type { SeenBucket } from '../domain/buckets';
import type { StoredObject } from '../domain/objects/records';
import { toPath } from './bucket-objects';
import { type Attempt, type FormState, form, type Problem, selectField } from './form';
import { type Html, html } from './html';
import { link } from './layout';
import type { DashboardContext } from './ports';
import { page, type Reply } from './reply';
import type { Submission, Visit } from './site';
import { copyButton, time, visible } from './text';

/** Lifetimes of links, in seconds. */
const LIFETIMES = [
  ['3600', '1 hour'],
  ['900', '15 minutes'],
  ['86400', '1 day'],
  ['604800', '7 days'],
] as const;

/** A form that makes a presigned link, which works without a key. */
export function shareForm(
  context: DashboardContext,
  visit: Visit,
  bucket: SeenBucket,
  key: string,
  state: FormState,
): Html {
  const keys = readersOf(context, visit, bucket);
  return html`<section class="card aside" aria-labelledby="share"><h2 id="share">Share</h2>
${
  !bucket.showsAlias
    ? html`<p>The bucket has no alias yet: links to it can be made once it has.</p>`
    : keys.length === 0
      ? html`<p>A link is signed with an access key that may read this bucket, and there is none. ${link('/keys', 'Create one')}</p>`
      : form(visit.session, { path: `/buckets/${bucket.id}/object/share`, submit: 'Create link', state }, [
          html`<p class="hint">Whoever has the link downloads the object, without a key, until the link expires or the key is deleted.</p>
<input type="hidden" name="key" value="${encodeURIComponent(key)}">`,
          selectField(state, {
            name: 'access_key_id',
            label: 'Signed with access key',
            choices: keys.map((id) => [id, id]),
          }),
          selectField(state, { name: 'lifetime', label: 'Valid for', choices: LIFETIMES }),
        ])
}</section>`;
}

/** Makes the link. Only the response to the form contains it, because its signature gives access like a key. */
export function shareObject(
  context: DashboardContext,
  visit: Submission,
  { bucket, object }: { bucket: SeenBucket; object: StoredObject },
  again: (state: FormState) => Reply,
): Attempt {
  const { form: sent } = visit;
  const values = { access_key_id: sent.get('access_key_id') ?? '', lifetime: sent.get('lifetime') ?? '' };
  const problems: Problem[] = [];
  if (!readersOf(context, visit, bucket).includes(values.access_key_id)) {
    problems.push({ field: 'access_key_id', message: 'The access key is gone, or may not read this bucket.' });
  }
  if (!LIFETIMES.some(([seconds]) => seconds === values.lifetime)) {
    problems.push({ field: 'lifetime', message: 'Choose how long the link is valid.' });
  }
  if (!bucket.showsAlias) problems.push({ field: 'access_key_id', message: 'The bucket has no alias yet.' });
  return {
    problems,
    run: () => {
      const { url, expiresAt } = context.presign({
        ...{ bucket: bucket.alias, key: object.key, accessKeyId: values.access_key_id },
        lifetimeS: Number(values.lifetime),
      });
      return page(
        `Link to ${visible(object.key)}`,
        html`<div class="sheet"><div class="card">
<p class="notice">Valid until ${time(expiresAt)}. This is the only time that it is shown.</p>
<div class="block"><pre tabindex="0">${url}</pre>${copyButton('the link')}</div>
</div>
<p>${link(toPath(`/buckets/${bucket.id}/object/details`, { key: object.key }), 'Back to the object')}</p></div>`,
      );
    },
    again: (found) => again({ values, problems: found }),
  };
}

/** The public ids of the caller's keys that may read the bucket. */
function readersOf({ service }: DashboardContext, { session }: Visit, { id }: SeenBucket): string[] {
  return service.accessKeys
    .stored(session.caller)
    .filter(({ bucketIds, permissions }) => permissions.read && bucketIds.includes(id))
    .map(({ accessKeyId }) => accessKeyId);
}
