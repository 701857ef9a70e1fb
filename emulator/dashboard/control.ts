import { DomainError } from '../domain/errors';
import { BLANK, type FormState, form, only, type Problem, problemOn, selectField, summary, textField } from './form';
import { type Content, type Html, html } from './html';
import { button, buttonLink, link, proof, region } from './layout';
import { gateOf } from './may-control';
import type { DashboardContext } from './ports';
import { page, type Reply, ROOT, redirect, refused as refusedPage } from './reply';
import type { Session } from './sessions';
import type { Site, Visit } from './site';

const SECOND = 1000;
const UNITS = [
  ['seconds', SECOND],
  ['minutes', 60 * SECOND],
  ['hours', 3_600 * SECOND],
  ['days', 86_400 * SECOND],
] as const;

const LABELS = { now: 'Set to', ms: 'Move by' };

/** Largest snapshot that is restored here, the same as over HTTP: 1.25 GiB. */
const LARGEST_SNAPSHOT_BYTES = 1.25 * 1024 ** 3;

/** Control of tests: the clock, resets and snapshots. They affect everybody, so not every session may use them. */
export function addControlPages(site: Site, context: DashboardContext): void {
  const { control, clock } = context;
  const { refused } = control;
  const gate = gateOf(context, 'The clock, resets and snapshots apply to everybody.');

  const show = (visit: Visit, state: FormState = BLANK): Reply =>
    page(
      'Control',
      html`<p class="lead">What tests do to the emulator, for everybody who uses it. The same goes over HTTP, below <code>/_emulator</code>.</p>
${!visit.hasControl && html`<section class="card">${gate.invitation(visit, '/control')}</section>`}
<div class="sheet"><section class="card" aria-labelledby="clock"><h2 id="clock">Clock</h2>
${region('clock', '/control', clockFacts())}
${visit.hasControl && (refused ? html`<p>${refused.clock}</p>` : clockForms(visit.session, state, clock.isFrozen))}</section>
${visit.hasControl && stored(visit.session, state)}</div>`,
    );

  const clockFacts = () => {
    const now = clock.now();
    return html`<dl class="facts"><dt>Time</dt><dd>${toText(now)} <span class="muted">${now} ms</span></dd>
<dt>State</dt><dd>${clock.isFrozen ? 'frozen' : 'running'}</dd></dl>`;
  };

  const stored = (
    session: Session,
    state: FormState,
  ): Html => html`<section class="card" aria-labelledby="reset"><h2 id="reset">Reset</h2>
${
  refused
    ? html`<p>${refused.reset}</p>`
    : html`<p>Tokens, projects and the seed of the start stay. Everything else goes: objects, journal, faults, changed settings.</p>
<p>${buttonLink('/control/reset', 'Reset the emulator', 'danger')}</p>`
}</section>
<section class="card" aria-labelledby="snapshots"><h2 id="snapshots">Snapshots</h2>
${refused ? html`<p>${refused.snapshot}</p>` : snapshots(session, state)}</section>`;

  site.page('/control', (visit) => show(visit));

  const clockAction = (path: string, move: (form: URLSearchParams) => void, field: keyof typeof LABELS = 'now') => {
    site.form(path, (visit) => {
      gate.require(visit);
      return {
        problems: [],
        run: () => {
          move(visit.form);
          return redirect('/control', `The clock is ${clock.isFrozen ? 'frozen' : 'running'}: ${toText(clock.now())}.`);
        },
        again: (found) => {
          const problems = found.map(({ message }) => ({ field, message }));
          return show(visit, { values: Object.fromEntries(visit.form), problems });
        },
        labels: { now: 'The time', ms: LABELS.ms },
      };
    });
  };

  clockAction('/control/clock/set', (form) => clock.set(readTime(form)));
  clockAction('/control/clock/advance', (form) => clock.advance(readDistance(form)), 'ms');
  clockAction('/control/clock/freeze', () => clock.freeze());
  clockAction('/control/clock/real', () => clock.reset());

  site.page('/control/reset', (visit) => {
    gate.require(visit);
    return page(
      'Reset the emulator?',
      html`<div class="card narrow"><p>Everything stored is gone for good, for everybody. Requests under way are cut.</p>
<div class="choices">${button(visit.session, { path: '/control/reset', label: 'Reset', kind: 'danger' })}${link('/control', 'Keep everything')}</div></div>`,
    );
  });

  site.action('/control/reset', (visit) => {
    gate.require(visit);
    visit.endsEpoch();
    control.reset();
    return redirect('/control');
  });

  site.page('/control/snapshot', (visit) => {
    gate.require(visit);
    const bytes = control.snapshot();
    return { kind: 'file', name: 'coffer.snapshot', length: bytes.length, chunks: once(bytes) };
  });

  site.upload('/control/snapshot', async (visit) => {
    gate.require(visit);
    const { fields, filename, body } = visit.upload;
    const problems: Problem[] = [];
    if (fields.get('replace') !== 'yes') {
      problems.push({ field: 'replace', message: 'Confirm that everything is replaced.' });
    }
    if (filename === '') problems.push({ field: 'snapshot', message: 'Choose a snapshot.' });
    const again = (found: readonly Problem[]) => refusedPage(show(visit, { values: {}, problems: found }), 422);
    if (problems.length > 0) return again(problems);
    try {
      const bytes = await whole(body.chunks);
      visit.requireCurrent();
      visit.endsEpoch();
      control.restore(bytes);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return again([{ field: 'snapshot', message: error.message }]);
    }
    return redirect('/control');
  });
}

/** Reads a time: milliseconds, or a date, which is in UTC by default. */
function readTime(form: URLSearchParams): number {
  const text = (form.get('now') ?? '').trim();
  if (/^\d+$/.test(text)) return Number(text);
  const time = Date.parse(/T[\d:.]+$/i.test(text) ? `${text}Z` : text);
  if (!Number.isNaN(time)) return time;
  throw new DomainError('invalid', `${LABELS.now} must be such as 2030-01-31T12:00:00Z, or milliseconds.`, 'now');
}

function readDistance(form: URLSearchParams): number {
  const text = (form.get('ms') ?? '').trim();
  const unit = UNITS.find(([name]) => name === form.get('unit'))?.[1];
  if (unit !== undefined && /^-?\d+(\.\d+)?$/.test(text)) return Number(text) * unit;
  throw new DomainError('invalid', `${LABELS.ms} must be a number of the unit beside it.`, 'ms');
}

const toText = (ms: number) => new Date(ms).toISOString();

function clockForms(session: Session, state: FormState, isFrozen: boolean): Content {
  const [distance, time] = [only(state, ['ms']), only(state, ['now'])];
  return html`<div class="grid two">
${form(session, { path: '/control/clock/advance', submit: 'Move the clock', state: distance }, [
  html`<div class="side-by-side">${textField(distance, { name: 'ms', label: LABELS.ms, hint: 'Negative: back.' })}
${selectField(distance, { name: 'unit', label: 'Unit', choices: UNITS.map(([name]) => [name, name]) })}</div>`,
])}
${form(session, { path: '/control/clock/set', submit: 'Set the clock', state: time }, [
  textField(time, { name: 'now', label: LABELS.now, hint: 'In UTC, such as 2030-01-31T12:00:00Z.' }),
])}
</div>
<div class="choices">${!isFrozen && button(session, { path: '/control/clock/freeze', label: 'Freeze' })}
${button(session, { path: '/control/clock/real', label: 'Back to real time' })}</div>`;
}

function snapshots(session: Session, state: FormState): Html {
  const [file, replace] = [problemOn(state, 'snapshot'), problemOn(state, 'replace')];
  return html`<p>A snapshot holds everything stored, sealed: only an emulator with the same encryption key takes it.</p>
<p>${buttonLink('/control/snapshot', 'Download a snapshot')}</p>
<form class="stack" method="post" action="${ROOT}/control/snapshot" enctype="multipart/form-data" novalidate autocomplete="off">
${summary(only(state, ['replace', 'snapshot']))}
${proof(session)}
<div class="field"><label class="check"><input type="checkbox" id="replace" name="replace" value="yes"${replace.mark}> <span>Replace everything stored</span></label>${replace.says}</div>
<div class="field"><label for="snapshot">Snapshot to restore</label>${file.says}
<input id="snapshot" name="file" type="file"${file.mark}></div>
<p class="submit"><button class="primary">Restore</button></p>
</form>`;
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of chunks) {
    length += piece.length;
    if (length > LARGEST_SNAPSHOT_BYTES) {
      throw new DomainError('invalid', `A snapshot has at most ${LARGEST_SNAPSHOT_BYTES} bytes.`, 'snapshot');
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
