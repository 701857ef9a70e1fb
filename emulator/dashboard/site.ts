import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { attempt } from '../../contract/formats/attempt';
import { isSame } from '../domain/compare';
import { requireWriter } from '../domain/context';
import type { Epoch } from '../domain/epoch';
import { DomainError } from '../domain/errors';
import { toUnwritable } from '../domain/unwritable';
import { ERROR_STATUS } from '../http/http-error';
import { plainServer } from '../journal/addresses';
import type { DashboardChange } from '../journal/entry';
import { type Attempt, carryOut } from './form';
import { type Content, type Html, html, named } from './html';
import { layout, link, staleNotice } from './layout';
import type { DashboardContext, Upload } from './ports';
import { type Reply, ROOT, refused, sendFile, sendPage, sendRedirect } from './reply';
import type { Session, Sessions } from './sessions';

/** A request of a signed-in visitor for a page. */
export interface Visit {
  readonly session: Session;
  /** The id in the path; `''` for paths without one. */
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
  /** Whether the visitor may do what affects every client: as the admin, or from the emulator's own machine. */
  readonly hasControl: boolean;
  /** The epoch that ends background work of the visit; undefined if nothing ends it. */
  readonly epoch: Epoch | undefined;
  /** Call it before everything stored is replaced, which would otherwise also cut this request (E12). */
  readonly endsEpoch: () => void;
  /** Notes in the journal what the visitor has changed. */
  readonly record: (
    operation: DashboardChange['operation'],
    of: { readonly id: string; readonly projectId: string },
    more?: Pick<DashboardChange, 'key' | 'body'>,
  ) => void;
}

export interface Submission extends Visit {
  readonly form: URLSearchParams;
  /** Whether the form is from an earlier epoch. It is then shown again, without values that may be secret (E14). */
  readonly isStale: boolean;
}

/** A form with a file that a signed-in visitor sends. */
export interface UploadVisit extends Visit {
  readonly upload: Upload;
  /** Throws if the session has ended since, or everything stored was replaced. */
  readonly requireCurrent: () => void;
}

export class PageError extends Error {
  override readonly name = 'PageError';

  constructor(
    readonly status: number,
    message: string,
    readonly more?: Content,
  ) {
    super(message);
  }
}

/** The header of requests that the script sends on its own. */
const REFRESH_HEADER = 'x-coffer-refresh';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const UPLOAD_TYPE = /^multipart\/form-data\s*;/i;

/** The pages behind the sign-in. It checks the session and the origin of forms, so that a page only defines its content. */
export class Site {
  constructor(
    private readonly scope: FastifyInstance,
    private readonly sessions: Sessions,
    private readonly context: DashboardContext,
  ) {
    // An uploaded file is not buffered here: the handler that stores it reads the stream.
    scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
    scope.setErrorHandler((error, request, reply) =>
      request.is404 ? this.#notFound(request, reply) : this.#fail(error, request, reply),
    );
    scope.setNotFoundHandler((request, reply) => this.#notFound(request, reply));
  }

  /** Adds a page. Without a session it redirects to the sign-in. */
  page(path: string, show: (visit: Visit) => Reply | Promise<Reply>): void {
    this.scope.get(path, (request, reply) => this.#respond(request, reply, request.url, show));
  }

  /**
   * Adds the action of a button. It is refused unless the button is on a page of the same session and, without `always`, of the current
   * epoch, because a page from before a reset shows objects that are gone (E12). Callers that may only read have those with `always`.
   */
  action(path: string, act: (submission: Submission) => Reply | Promise<Reply>, { always = false } = {}): void {
    const refuseStale = (submission: Submission) => {
      if (submission.isStale && !always) throw this.#stale();
      return act(submission);
    };
    this.#post(path, refuseStale, always);
  }

  /** Adds a form. If it is from an earlier epoch, it is shown again with the entered values. */
  form(path: string, read: (submission: Submission) => Attempt): void {
    this.#post(path, (submission) => (submission.isStale ? this.#again(read, submission) : carryOut(read(submission))));
  }

  /** `always`: also for callers that may only read. */
  #post(path: string, act: (submission: Submission) => Reply | Promise<Reply>, always = false): void {
    this.scope.post(path, (request, reply) => {
      // The sign-in, to which others are sent, has no place for it.
      const kept = this.session(request) ? undefined : attempt(() => entered(typedIn(readForm(request))));
      if (kept) throw new PageError(401, 'You were signed out. Nothing was done.', kept);
      return this.#respond(request, reply, request.headers.referer, async (visit) => {
        const form = readForm(request);
        if (!always) requireWriter(visit.session.caller);
        const submission = { ...visit, form, isStale: !isOfNow(form.get('csrf'), visit.session) };
        return keeping(typedIn(form), () => act(submission));
      });
    });
  }

  /** Responds to a signed-in visitor, and shows the sign-in to others, which then leads to the page `from`. */
  async #respond(
    request: FastifyRequest,
    reply: FastifyReply,
    from: string | undefined,
    show: (visit: Visit) => Reply | Promise<Reply>,
  ): Promise<FastifyReply> {
    const session = this.session(request);
    if (!session) return sendRedirect(reply, toSignIn(pageOf(from)));
    return this.#send(request, reply, await show(this.#toVisit(request, session)), session);
  }

  #again(read: (submission: Submission) => Attempt, submission: Submission): Reply {
    let shown: Reply;
    try {
      const { again, conflicts = [] } = read(submission);
      shown = again(conflicts);
    } catch (error) {
      if (toPageError(error).status !== 404) throw error;
      // The object of the form is gone with its epoch, so there is no form to show.
      throw this.#stale(entered(typedIn(submission.form)));
    }
    const alert = html`${staleNotice(this.context.epochs.current)} What you entered is kept, but for what may be secret: look it over, and send it again.`;
    return refused(shown, 409, alert);
  }

  #stale(more?: Content): PageError {
    return new PageError(409, '', html`<p>${staleNotice(this.context.epochs.current)}</p>${more}`);
  }

  /** Adds a form with a file. It is always read to its end, because a browser reads no response before. */
  upload(path: string, store: (visit: UploadVisit) => Promise<Reply>): void {
    this.scope.post(path, async (request, reply) => {
      const session = this.session(request);
      if (!session) return sendRedirect(reply, toSignIn(pageOf(request.headers.referer)));
      requireOurs(request, UPLOAD_TYPE);
      const upload = await this.context.readUpload(request.raw);
      try {
        requireWriter(session.caller);
        const typed: Typed = (name) => upload.fields.get(name);
        if (!isOfNow(typed('csrf'), session)) throw this.#stale(entered(typed));
        const requireCurrent = () => {
          if (request.epoch?.hasEnded) throw this.#stale();
          if (!this.sessions.isOpen(session)) throw new PageError(403, 'You were signed out.');
        };
        const visit = { ...this.#toVisit(request, session), upload, requireCurrent };
        const response = await keeping(typed, () => store(visit));
        return this.#send(request, reply, response, session);
      } finally {
        await upload.end();
      }
    });
  }

  session(request: FastifyRequest): Session | undefined {
    const id = sessionId(request);
    return id === undefined ? undefined : this.sessions.find(id, { isAlive: !isRefresh(request) });
  }

  #toVisit(request: FastifyRequest, session: Session): Visit {
    const { remoteAddress } = request.socket;
    return {
      session,
      epoch: request.epoch,
      endsEpoch: () => request.leaveEpoch(),
      record: (operation, { id, projectId }, more) =>
        this.context.journal.record({ operation, projectId, objectId: id, path: pathOf(request), ...more }),
      id: (request.params as { id?: string }).id ?? '',
      query: Object.fromEntries(new URL(request.url, 'http://localhost').searchParams),
      hasControl: session.isAdmin || this.context.admin.isFromThisMachine({ remoteAddress, headers: request.headers }),
    };
  }

  #head(request: FastifyRequest, title: string) {
    return { title, path: pathOf(request), epoch: this.context.epochs.current };
  }

  #send(request: FastifyRequest, reply: FastifyReply, response: Reply, session: Session): FastifyReply {
    if (response.kind === 'redirect') {
      session.flash = response.flash ?? session.flash;
      return sendRedirect(reply, response.to);
    }
    if (response.kind === 'file') return sendFile(reply, response);
    const { title, body, status, alert } = response;
    // A flash message is for the person at the browser, not for a background refresh.
    const flash = isRefresh(request) ? undefined : session.flash;
    if (!isRefresh(request)) session.flash = undefined;
    return sendPage(reply, status, layout({ ...this.#head(request, title), flash, alert }, body, session), true);
  }

  #notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const allow = this.context.methodsOf(pathOf(request)).join(', ');
    if (allow === '') return this.#fail(new PageError(404, 'There is no such page here.'), request, reply);
    const says = `This page has no method ${request.method}, but ${allow}.`;
    return this.#fail(new PageError(405, says), request, reply.header('allow', allow));
  }

  #fail(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const { status, message } = toPageError(error);
    if (status >= 500) this.context.log(`dashboard: ${error instanceof Error ? error.stack : String(error)}`);
    const title = status === 404 ? 'Not found' : status >= 500 ? 'Something went wrong' : 'Not possible';
    const more = error instanceof PageError && error.more;
    const body = html`<div class="card">${message && html`<p>${message}</p>`}${more}<p>${link('', 'Back to the dashboard')}</p></div>`;
    const session = this.session(request);
    return sendPage(reply, status, layout(this.#head(request, title), body, session), session !== undefined);
  }
}

/** The fields of a form. Throws a {@link PageError} if the request is no form or comes from another site. */
export function readForm(request: FastifyRequest): URLSearchParams {
  requireOurs(request, FORM_TYPE);
  const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
  return new URLSearchParams(Buffer.from(body).toString('utf8'));
}

/** Throws if the request is no form of this type or comes from another site. */
function requireOurs(request: FastifyRequest, wanted: RegExp): void {
  const { origin, host, 'content-type': type = '', 'sec-fetch-site': site = 'same-origin' } = request.headers;
  const isForeign = origin !== undefined && URL.parse(origin)?.host !== host;
  if (isForeign || !['same-origin', 'none'].includes(String(site))) {
    throw new PageError(403, 'This form was sent by another site.');
  }
  if (!wanted.test(type)) throw new PageError(415, 'Only forms are taken here.');
}

/** True if the form is from the current epoch. Throws if it is not from a page of this session. */
function isOfNow(proof: string | null | undefined, session: Session): boolean {
  const [csrf = ''] = (proof ?? '').split('.', 1);
  if (isSame(csrf, session.csrf)) return proof === session.proof;
  throw new PageError(403, 'This form is not from a page of your session. Go back, reload the page and try again.');
}

/** The value of a field of a form. */
type Typed = (name: string) => string | null | undefined;

const typedIn =
  (form: URLSearchParams): Typed =>
  (name) =>
    form.get(name);

/** Fields whose values are never secret, with those that say what kind of value it is. */
const KEPT = [
  ['Name', 'name'],
  ['Description', 'description'],
  ['Quota', 'max_size', 'unit'],
  ['Server', 'server'],
] as const;

const SECRET = ['value', 'username', 'password'] as const;

/** The values entered into a form that is not shown again; undefined if there are none. */
function entered(typed: Typed): Html | undefined {
  const texts = KEPT.flatMap(([label, field, unit]) => {
    const text = typed(field);
    // Credentials may be in an address.
    if (!text || (field === 'server' && plainServer(text) !== text)) return [];
    return [html`<dt>${label}</dt><dd>${named(text)} ${unit && typed(unit)}</dd>`];
  });
  const hadSecrets = SECRET.some((field) => typed(field));
  if (texts.length === 0 && !hadSecrets) return undefined;
  return html`<p>You had entered:</p><dl class="facts">${texts}</dl>${hadSecrets && html`<p>What may be secret is not kept.</p>`}`;
}

/** Carries out a form. If its object is gone, the error has what was entered. */
async function keeping<T>(typed: Typed, act: () => T | Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { status, message } = toPageError(error);
    if (status !== 404) throw error;
    const says = html`<p>It was there when the page with the form was opened. Nothing was done.</p>`;
    throw new PageError(404, message, [says, entered(typed), error instanceof PageError && error.more]);
  }
}

/** The path of the sign-in, which then leads to a page below {@link ROOT}. */
export function toSignIn(to: string | undefined): string {
  return `${ROOT}/sign-in${to === undefined ? '' : `?${new URLSearchParams({ to })}`}`;
}

/** The page below {@link ROOT} in a URL; undefined for the first page, and for other URLs. */
function pageOf(url: string | undefined): string | undefined {
  const found = URL.parse(url ?? '', 'http://localhost');
  if (!found?.pathname.startsWith(`${ROOT}/`)) return undefined;
  const page = found.pathname.slice(ROOT.length) + found.search;
  return page === '/' ? undefined : page;
}

const isRefresh = ({ headers }: FastifyRequest) => headers[REFRESH_HEADER] !== undefined;

/** Name of the session's cookie. It contains the port, because browsers share cookies between ports and there may be several emulators. */
export const cookieName = (request: FastifyRequest) => `coffer-dashboard-${request.socket.localPort ?? 0}`;

export function sessionId(request: FastifyRequest): string | undefined {
  const prefix = `${cookieName(request)}=`;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) || undefined;
}

function toPageError(thrown: unknown): { status: number; message: string } {
  const error = toUnwritable(thrown) ?? thrown;
  if (error instanceof PageError) return error;
  if (error instanceof DomainError) return { status: ERROR_STATUS[error.code], message: error.message };
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode === 413) return { status: 413, message: 'What was entered is too large.' };
  if (statusCode >= 400 && statusCode < 500) return { status: statusCode, message: 'The request is malformed.' };
  // The details go to the log only, because they may contain secrets.
  return { status: 500, message: 'The emulator failed; its log says why.' };
}

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';
