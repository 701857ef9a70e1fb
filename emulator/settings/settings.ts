import * as z from 'zod';
import { type Lag, NO_LAG } from '../domain/lag';
import { parseSettle, type Settle } from '../domain/settling';
import { validate } from '../validation/validate';
import { type Dialect, dialects, type Knobs, resolveKnobs } from './knobs';

/** Behaviour of the emulator that can be changed while it runs. */
export interface Behaviour {
  /** What the interface leaves open. */
  readonly knobs: Knobs;
  /** How far lists and checks lag behind writes. */
  readonly lag: Lag;
  /** When a new bucket shows its alias and endpoint: `immediate`, after a time of the clock (`500ms`), or after a number of lists (`3polls`). */
  readonly settle: string;
  /** Whether requests are refused with 501 if a knob decides what they do, because the interface does not promise that (`--interface-only`). */
  readonly interfaceOnly: boolean;
}

/** Changes to the behaviour; the rest stays. A dialect sets every knob, before `knobs` sets some of them. */
export interface BehaviourChange {
  readonly dialect?: Dialect | undefined;
  readonly knobs?: Partial<Knobs> | undefined;
  readonly lag?: Partial<Lag> | undefined;
  readonly settle?: string | undefined;
  readonly interfaceOnly?: boolean | undefined;
}

const count = z.int().min(0).max(1_000_000);

/** Every member of the lag with its possible values. */
export const lagFields = {
  newHidden: count,
  recordFlaps: count,
  aliasFlaps: count,
  deletedShown: count,
  keyRefusals: count,
  keyRefusal: z.enum(['not_found', 'conflict']),
  nameRefusals: count,
  listCap: count,
} satisfies { [Name in keyof Lag]: z.ZodType<Lag[Name]> };

export const knobFields = {
  createStatus: z.literal([201, 200]),
  writeResponse: z.enum(['record', 'empty', 'enveloped', 'location', 'created_by', 'operation']),
  bucketResponse: z.enum(['id', 'empty', 'enveloped', 'location', 'created_by', 'operation']),
  deleteResponse: z.enum(['no_content', 'empty', 'enveloped']),
  pullSecretResponse: z.enum(['record', 'id', 'enveloped', 'pull_secret_id', 'bare_id', 'location', 'operation']),
  listShape: z.enum([
    'array',
    'array_link',
    'envelope',
    'envelope_link',
    'envelope_cursor',
    'envelope_named',
    'envelope_pages',
  ]),
  emptyList: z.enum(['array', 'null', 'no_content']),
  pageSize: z.int().min(1).max(1_000_000),
  pullSecretApi: z.enum(['create_only', 'full']),
  errorBody: z.enum(['json', 'empty', 'problem', 'success_false', 'ok_false', 'ok_error', 'ok_jsend', 'ok_errors']),
  deleteUnknown: z.literal([404, 204]),
  badToken: z.literal([401, 403]),
  foreignProject: z.literal([403, 404]),
  secretFields: z.enum(['id_name', 'with_project']),
  noDescription: z.enum(['absent', 'null', 'empty']),
  listedPermissions: z.enum(['as_sent', 'owner_has_all', 'write_has_read', 'both', 'without_owner']),
  deletedObjects: z.enum(['as_before', 'deleted_at', 'status']),
  timestamps: z.enum(['seconds', 'milliseconds']),
  idempotencyKeys: z.enum(['ignored', 'replayed']),
  unknownFields: z.enum(['ignore', 'refuse']),
  takenName: z.enum(['conflict', 'accept', 'overwrite']),
  ownerPermission: z.enum(['full', 'independent']),
  listScope: z.enum(['token', 'project']),
  omittedDescription: z.enum(['keep', 'clear']),
  clearsDescription: z.enum(['both', 'empty', 'null', 'neither']),
  descriptions: z.enum(['as_sent', 'trimmed', 'clipped']),
  maxSizes: z.enum(['as_sent', 'whole_mebibytes']),
  unsettled: z.enum(['absent', 'null', 'empty', 'hidden']),
  deleteNonEmpty: z.enum(['conflict', 'delete']),
  cannedAcl: z.enum(['ignore', 'refuse']),
  serverSideEncryption: z.enum(['ignore', 'refuse']),
  s3Checks: z.enum(['aws', 'garage']),
  unknownPart: z.literal([400, 416]),
} satisfies { [Name in keyof Knobs]: z.ZodType<Knobs[Name]> };

/** A setting with its possible values; undefined: a number. */
export interface Choice {
  readonly name: string;
  readonly values: readonly (string | number)[] | undefined;
}

export function choicesOf(fields: Readonly<Record<string, z.ZodType>>): Choice[] {
  return Object.entries(fields).map(([name, schema]) => ({ name, values: valuesOf(schema) }));
}

function valuesOf(schema: z.ZodType): Choice['values'] {
  if (schema instanceof z.ZodEnum) return schema.options;
  return schema instanceof z.ZodLiteral ? ([...schema.values] as (string | number)[]) : undefined;
}

const changeFields = {
  dialect: z.enum(Object.keys(dialects) as Dialect[]),
  knobs: z.strictObject(knobFields).partial(),
  lag: z.strictObject(lagFields).partial(),
  settle: z.string().refine((text) => parseSettle(text) !== undefined, 'must be immediate, <n>ms or <n>polls'),
  interfaceOnly: z.boolean(),
};

/** Schema of a {@link BehaviourChange} from outside. JSON has no undefined, so every member that is present has a value. */
export const behaviourChange = z.strictObject(changeFields).partial() as z.ZodType as z.ZodType<BehaviourChange>;

/** Behaviour of a server as a file, found by a probe or written by hand. What it leaves out is that of its dialect, or of `conventional`. */
export interface Profile extends Omit<BehaviourChange, 'interfaceOnly'> {
  /** Knobs whose values at the server are unknown, with the reasons. For readers only. */
  readonly notKnown?: Readonly<Partial<Record<keyof Knobs, string>>> | undefined;
}

export const profile = z
  .strictObject({
    ...changeFields,
    notKnown: z.partialRecord(z.enum(Object.keys(knobFields)), z.string()),
  })
  .partial()
  .omit({ interfaceOnly: true }) as z.ZodType as z.ZodType<Profile>;

/** Knobs, lag and settle rule of a running emulator. Code that depends on them keeps these objects, and reads them on every use. */
export class Settings {
  /** Current values. Assigning one throws: {@link change} checks what it gets. */
  readonly knobs: Knobs;
  readonly lag: Lag;
  readonly #knobs: Knobs;
  readonly #lag: Lag;
  #settle: string;
  #interfaceOnly: boolean;
  readonly #initial: Behaviour;

  /** @param initial must be valid already */
  constructor({ dialect, knobs, lag, settle = 'immediate', interfaceOnly = false }: BehaviourChange) {
    this.#knobs = resolveKnobs(dialect, knobs);
    this.#lag = { ...NO_LAG, ...lag };
    this.knobs = readOnly(this.#knobs, 'knobs');
    this.lag = readOnly(this.#lag, 'lag');
    this.#settle = settle;
    this.#interfaceOnly = interfaceOnly;
    this.#initial = this.read();
    // `settings.settle = …` would replace a method.
    Object.freeze(this);
  }

  /** Returns a copy of the current values. */
  read(): Behaviour {
    return { knobs: { ...this.knobs }, lag: { ...this.lag }, settle: this.#settle, interfaceOnly: this.#interfaceOnly };
  }

  /** The values that the emulator started with. */
  get initial(): Behaviour {
    return this.#initial;
  }

  /** Changes some settings for all requests from now on. Throws `invalid` with every invalid field, and then changes nothing. */
  change(change: BehaviourChange): void {
    // Through JSON, which drops members that are undefined.
    this.#apply(validate(behaviourChange, JSON.parse(JSON.stringify(change))));
  }

  /** Restores the values that the emulator started with. */
  reset(): void {
    this.#apply(this.#initial);
  }

  #apply({ dialect, knobs, lag, settle, interfaceOnly }: BehaviourChange): void {
    Object.assign(this.#knobs, dialect && dialects[dialect], knobs);
    Object.assign(this.#lag, lag);
    this.#settle = settle ?? this.#settle;
    this.#interfaceOnly = interfaceOnly ?? this.#interfaceOnly;
  }

  get interfaceOnly(): boolean {
    return this.#interfaceOnly;
  }

  settle(): Settle {
    return parseSettle(this.#settle) as Settle;
  }
}

/** The current values of an object. Assigning one throws what to do instead. */
function readOnly<Values extends object>(values: Values, name: string): Values {
  const view = {};
  for (const member of Object.keys(values) as (keyof Values & string)[]) {
    Object.defineProperty(view, member, {
      enumerable: true,
      get: () => values[member],
      set() {
        throw new TypeError(
          `settings.${name}.${member} is read-only: call settings.change({ ${name}: { ${member}: … } }).`,
        );
      },
    });
  }
  return Object.freeze(view) as Values;
}
