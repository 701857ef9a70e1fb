import { Findings, type KnobName } from './findings';
import { type List, readList } from './lists';
import { Made } from './made';
import { isDone, isObject, type JsonObject, ProbeError, type ProbeResponse, type Server } from './server';

const NOT_IMPLEMENTED = 501;

/** How far the probe goes. */
export interface Limits {
  /** Secrets to make while looking for a second page. */
  readonly objects: number;
  /** Lists to read while waiting for something to appear. */
  readonly polls: number;
  /** Waits between two of them. */
  readonly pause: () => Promise<unknown>;
}

/** One group of knobs: looks for them, and says which they are, so that a failure on the way names what it cost. */
export interface Step {
  readonly knobs: readonly KnobName[];
  run(session: Session): Promise<void>;
}

/** One run of the probe: what its steps share. */
export class Session {
  readonly findings = new Findings();
  readonly made: Made;
  /** Whether a list showed what was made in the project; undefined: not looked yet. */
  seesItsOwn: boolean | undefined;
  #settledAfter: number | undefined;

  constructor(
    readonly server: Server,
    /** Where objects are made. */
    readonly projectId: string,
    /** Other projects that the token may use. */
    readonly otherProjects: readonly string[],
    readonly prefix: string,
    readonly limits: Limits,
    private readonly signal: AbortSignal,
  ) {
    this.made = new Made(server, prefix);
  }

  /** Throws when the probe was asked to stop: called before everything that makes or reads. */
  go(): void {
    if (this.signal.aborted) throw new ProbeError('The probe was stopped.');
  }

  /** Makes a secret; its name is the prefix and `name`. */
  async createSecret(name: string): Promise<ProbeResponse> {
    this.go();
    const label = this.prefix + name;
    const done = this.made.begin('secret', label);
    // No secret of anybody: the word itself.
    const value = Buffer.from('probe').toString('base64');
    const response = await this.server.send('POST', '/secrets', { project_id: this.projectId, name: label, value });
    done({ made: mayHaveMade(response), id: idOf(response) });
    return response;
  }

  /** Makes a bucket. Its response holds the id, as the interface says. */
  async createBucket(
    wanted: { projectId?: string; description?: string | undefined; idempotencyKey?: string } = {},
  ): Promise<ProbeResponse> {
    this.go();
    const { projectId = this.projectId, description, idempotencyKey } = wanted;
    const done = this.made.begin('bucket', description ?? 'a bucket of 1 byte without a description');
    const body = { project_id: projectId, max_size: 1, ...(description !== undefined && { description }) };
    const response = await this.server.send('POST', '/s3/buckets', body, undefined, {
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    });
    done({ made: mayHaveMade(response), id: idOf(response) });
    return response;
  }

  async list(path: string): Promise<List> {
    this.go();
    return readList(this.server, path);
  }

  /** Reads a list until `look` gives something; undefined when it never does. */
  async poll<T>(path: string, look: (items: readonly JsonObject[]) => T | undefined): Promise<T | undefined> {
    for (let polls = 0; polls < this.limits.polls; polls += 1) {
      if (polls > 0) await this.limits.pause();
      const found = look((await this.list(path)).items);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Notes after how many lists a new bucket showed its alias. */
  settle(lists: number): void {
    this.#settledAfter ??= lists;
  }

  /** See {@link settle}; undefined: not seen. */
  get settledAfter(): number | undefined {
    return this.#settledAfter;
  }

  /** Notes in which form a write is answered whose response the interface does not show. */
  seeWrite(response: ProbeResponse, where: string): void {
    if (!isDone(response)) return;
    const value = writeResponseOf(response);
    if (value) this.findings.see('writeResponse', value, where);
    else this.findings.miss('writeResponse', `${where} returned ${describe(response)}`);
  }

  /** Notes what the body of an error looks like. */
  seeError(response: ProbeResponse, where: string): void {
    if (response.status < 400) return;
    const value = errorBodyOf(response);
    if (value) this.findings.see('errorBody', value, where);
    else this.findings.miss('errorBody', `${where} had a body of another kind (${describe(response)})`);
  }
}

/** The id in a response with one record, bare or enveloped. */
export function idOf({ json }: ProbeResponse): string | undefined {
  if (!isObject(json)) return undefined;
  const { id } = isObject(json.data) ? json.data : json;
  return typeof id === 'string' ? id : undefined;
}

/** Whether the response to a create leaves open that something was made. */
export function mayHaveMade(response: ProbeResponse): boolean {
  return isDone(response) || (response.status >= 500 && response.status !== NOT_IMPLEMENTED);
}

/** Status and names of members, never a value. */
export function describe({ status, json, text }: ProbeResponse): string {
  if (text === '') return `${status} without a body`;
  if (Array.isArray(json)) return `${status} with an array`;
  return isObject(json)
    ? `${status} with the members ${Object.keys(json).join(', ') || 'none'}`
    : `${status} with a text`;
}

function writeResponseOf({ text, json }: ProbeResponse): 'record' | 'empty' | 'enveloped' | undefined {
  if (text === '') return 'empty';
  if (!isObject(json)) return undefined;
  if (isObject(json.data)) return 'enveloped';
  return typeof json.id === 'string' ? 'record' : undefined;
}

function errorBodyOf({ json, text, headers }: ProbeResponse): 'json' | 'empty' | 'problem' | undefined {
  if (text === '') return 'empty';
  if (!isObject(json)) return undefined;
  if (headers.get('content-type')?.startsWith('application/problem+json')) return 'problem';
  const { error } = json;
  return isObject(error) && typeof error.code === 'string' && typeof error.message === 'string' ? 'json' : undefined;
}
