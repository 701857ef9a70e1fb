import { isRecord } from '../domain/members';
import type { Knobs } from '../settings/knobs';
import { knobFields } from '../settings/settings';
import { Made } from './made';
import { isDone, type JsonObject, type List, ProbeError, type ProbeResponse, refusalIn, type Server } from './server';

export type KnobName = keyof Knobs;

/** The result for a knob: a value and its evidence, or the reason why it is unknown. */
export type Finding =
  | { readonly knob: KnobName; readonly known: true; readonly value: Knobs[KnobName]; readonly says: string }
  | { readonly knob: KnobName; readonly known: false; readonly says: string };

const NOT_LOOKED_FOR = 'the probe does not look for this';

/** Collects what was seen of each knob. What was seen differently in two places is not known. */
class Findings {
  readonly #seen = new Map<KnobName, { value: Knobs[KnobName]; says: string }>();
  readonly #unclear = new Map<KnobName, string>();

  /** Notes a value, and in which response it was seen. */
  see<Name extends KnobName>(knob: Name, value: Knobs[Name], says: string): void {
    const before = this.#seen.get(knob);
    if (before === undefined) this.#seen.set(knob, { value, says });
    else if (before.value !== value) this.miss(knob, `${before.says}: ${before.value}, but ${says}: ${value}`);
  }

  /** Notes why a knob cannot be known. Of several reasons the first counts, and it counts more than a value. */
  miss(knob: KnobName, says: string): void {
    if (!this.#unclear.has(knob)) this.#unclear.set(knob, says);
  }

  /** Notes a reason for each of these knobs that has no value yet. */
  missRest(knobs: readonly KnobName[], says: string): void {
    for (const knob of knobs) if (!this.#seen.has(knob)) this.miss(knob, says);
  }

  all(): Finding[] {
    return (Object.keys(knobFields) as KnobName[]).map((knob) => {
      const says = this.#unclear.get(knob);
      const seen = this.#seen.get(knob);
      if (says === undefined && seen !== undefined) return { knob, known: true, ...seen };
      return { knob, known: false, says: says ?? NOT_LOOKED_FOR };
    });
  }
}

export interface Limits {
  /** Of secrets to make until a list has a second page. */
  readonly objects: number;
  /** Of lists to read until a change appears. */
  readonly polls: number;
  /** Waits between two lists. */
  readonly pause: () => Promise<unknown>;
}

/** A step that finds the values of a group of knobs. It names them, so that after its failure they are reported as unknown. */
export interface Step {
  readonly knobs: readonly KnobName[];
  run(session: Session): Promise<void>;
}

export class Session {
  readonly findings = new Findings();
  readonly made: Made;
  /** True if a list has shown an object of the probe; undefined before the first list. */
  seesItsOwn: boolean | undefined;
  /** Number of lists before a new bucket showed its alias; undefined if none did. */
  settledAfter: number | undefined;

  constructor(
    readonly server: Server,
    /** The project in which objects are made. */
    readonly projectId: string,
    /** Other projects that the token may use. */
    readonly otherProjects: readonly string[],
    readonly prefix: string,
    readonly limits: Limits,
    private readonly signal: AbortSignal,
  ) {
    this.made = new Made(server, prefix);
  }

  /** Throws if the probe was asked to stop. Called before every create and every read. */
  go(): void {
    if (this.signal.aborted) throw new ProbeError('The probe was stopped.');
  }

  send(...request: Parameters<Server['send']>): Promise<ProbeResponse> {
    this.go();
    return this.server.send(...request);
  }

  create(...wanted: Parameters<Made['create']>): Promise<ProbeResponse> {
    this.go();
    return this.made.create(...wanted);
  }

  /** Makes a secret whose name is the prefix and `name`. */
  createSecret(name: string): Promise<ProbeResponse> {
    const label = this.prefix + name;
    // The value is the word "probe", which is no secret.
    const value = Buffer.from('probe').toString('base64');
    return this.create('secret', label, { project_id: this.projectId, name: label, value });
  }

  /** Makes a bucket. The response contains the id, as the interface says. */
  createBucket({
    projectId = this.projectId,
    description,
    idempotencyKey,
  }: {
    projectId?: string;
    description?: string;
    idempotencyKey?: string;
  } = {}): Promise<ProbeResponse> {
    const label = description ?? 'a bucket of 1 byte without a description';
    const body = { project_id: projectId, max_size: 1, ...(description !== undefined && { description }) };
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    return this.create('bucket', label, body, { headers });
  }

  list(path: string): Promise<List> {
    this.go();
    return this.server.list(path);
  }

  /** Reads a list until `look` returns a value; undefined if it never does. */
  async poll<T>(path: string, look: (items: readonly JsonObject[]) => T | undefined): Promise<T | undefined> {
    for (let polls = 0; polls < this.limits.polls; polls += 1) {
      if (polls > 0) await this.limits.pause();
      const found = look((await this.list(path)).items);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Notes the value that a response shows, or if it shows none, the response. */
  note<Name extends KnobName>(
    knob: Name,
    value: Knobs[Name] | undefined,
    where: string,
    response: ProbeResponse,
  ): void {
    if (value !== undefined) this.findings.see(knob, value, where);
    else this.findings.miss(knob, `${where} returned ${describe(response)}`);
  }

  /** Notes the form of the response to a write, if the interface does not show it. */
  seeWrite(response: ProbeResponse, where: string): void {
    if (isDone(response)) this.note('writeResponse', writeResponseOf(response), where, response);
  }

  seeError(response: ProbeResponse, where: string): void {
    if (isDone(response)) return;
    const value = errorBodyOf(response);
    if (value) this.findings.see('errorBody', value, where);
    else this.findings.miss('errorBody', `${where} had a body of another kind (${describe(response)})`);
  }
}

/** The status of a response, if it is one of these. */
export function statusOf<Status extends number>({ status }: ProbeResponse, ...known: Status[]): Status | undefined {
  return known.find((each) => each === status);
}

/** Describes a response by its status and the names of its members, without values. */
export function describe({ status, json, text }: ProbeResponse): string {
  if (text === '') return `${status} without a body`;
  if (Array.isArray(json)) return `${status} with an array`;
  return isRecord(json)
    ? `${status} with the members ${Object.keys(json).join(', ') || 'none'}`
    : `${status} with a text`;
}

function writeResponseOf({ text, json, headers }: ProbeResponse): Knobs['writeResponse'] | undefined {
  if (text === '') return headers.has('location') ? 'location' : 'empty';
  if (!isRecord(json)) return undefined;
  if (isRecord(json.data)) return 'enveloped';
  if (isRecord(json.created_by)) return 'created_by';
  if (isRecord(json.operation)) return 'operation';
  return typeof json.id === 'string' ? 'record' : undefined;
}

function errorBodyOf(response: ProbeResponse): Knobs['errorBody'] | undefined {
  const { json, text, headers } = response;
  const refusal = refusalIn(response);
  if (refusal !== undefined) return refusal;
  if (text === '') return 'empty';
  if (!isRecord(json)) return undefined;
  if (headers.get('content-type')?.startsWith('application/problem+json')) return 'problem';
  const { error } = json;
  return isRecord(error) && typeof error.code === 'string' && typeof error.message === 'string' ? 'json' : undefined;
}
