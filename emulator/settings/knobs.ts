import type { Rely, Rules } from '../domain/rules';

/** Knobs for behaviour that the interface does not show (`docs/interface.md`, E1): one for every row. Every combination is valid. */
export interface Knobs extends Rules {
  /** Status of the response to a create. */
  readonly createStatus: 201 | 200;
  /**
   * Response to create secret and to every update: the record, nothing, the record in `{"data": …}`, nothing but a `Location` with the id,
   * a message with the id of somebody else, in `created_by`, or 202 with the id of an operation.
   */
  readonly writeResponse: 'record' | 'empty' | 'enveloped' | 'location' | 'created_by' | 'operation';
  /** Response to create bucket: `{"id"}`, as the interface shows, or one of the forms of `writeResponse`. */
  readonly bucketResponse: 'id' | 'empty' | 'enveloped' | 'location' | 'created_by' | 'operation';
  /** Response to a delete: 204, 200 with an empty body, or 200 with `{"data": null}`. */
  readonly deleteResponse: 'no_content' | 'empty' | 'enveloped';
  /**
   * Response to create pull secret: the record without its password, `{"id"}`, the record in `{"data": …}`, `{"pull_secret_id"}`, the id
   * alone, as a JSON string, nothing but a `Location` with the id, or 202 with the id of an operation.
   */
  readonly pullSecretResponse: 'record' | 'id' | 'enveloped' | 'pull_secret_id' | 'bare_id' | 'location' | 'operation';
  /**
   * Body of a list: an array, `{"data": [ … ]}` or an envelope named by its kind, such as `{"buckets": [ … ]}`; the whole list at once, or pages
   * linked by a `Link: rel="next"` header or by `next_cursor` in the envelope, or numbered pages (`?page=2`, with `page` and `total_pages`).
   */
  readonly listShape:
    | 'array'
    | 'array_link'
    | 'envelope'
    | 'envelope_link'
    | 'envelope_cursor'
    | 'envelope_named'
    | 'envelope_pages';
  /** An empty list: an empty array, null in its place, or 204 without a body. */
  readonly emptyList: 'array' | 'null' | 'no_content';
  /** Number of objects on a page, if lists have pages. */
  readonly pageSize: number;
  /** Whether pull secrets can be listed, updated and deleted too. */
  readonly pullSecretApi: 'create_only' | 'full';
  /**
   * Body of an error: `{"error": {"code", "message"}}`, nothing, or RFC 9457 problem details; or a refusal comes with status 200 and a body that says no:
   * `{"success": false, "errors": [ … ], "result": null}`, `{"ok": false}`, `{"error": { … }}`, JSend's `{"status": "fail"}`, or JSON:API's `{"errors": [ … ]}`.
   */
  readonly errorBody:
    | 'json'
    | 'empty'
    | 'problem'
    | 'success_false'
    | 'ok_false'
    | 'ok_error'
    | 'ok_jsend'
    | 'ok_errors';
  /** Status of the response to the deletion of an unknown id. */
  readonly deleteUnknown: 404 | 204;
  /** Status of the response to a missing or bad token. */
  readonly badToken: 401 | 403;
  /** Status of the response for a project that the token may not use. */
  readonly foreignProject: 403 | 404;
  /** Fields of a secret's record: id and name as the interface shows, or also the project. */
  readonly secretFields: 'id_name' | 'with_project';
  /** How a bucket without a description shows that field. */
  readonly noDescription: 'absent' | 'null' | 'empty';
  /**
   * Permissions of an access key in responses: as they were sent, with read and write for an owner, with read for write, with both, or
   * with read and write in place of owner.
   */
  readonly listedPermissions: 'as_sent' | 'owner_has_all' | 'write_has_read' | 'both' | 'without_owner';
  /** How a deleted object looks in the lists that still show it (lag `deletedShown`): as before, with `deleted_at`, or with `"status": "deleted"`. */
  readonly deletedObjects: 'as_before' | 'deleted_at' | 'status';
  /** Unit of created_at and updated_at. */
  readonly timestamps: 'seconds' | 'milliseconds';
  /** A create with a repeated `Idempotency-Key`: it is carried out, or gets the response to the first one. */
  readonly idempotencyKeys: 'ignored' | 'replayed';
  /**
   * A body with fields that the operation does not have, or with a key twice: they are ignored, and the last value counts, or the
   * request is refused. `--strict` refuses it.
   */
  readonly unknownFields: 'ignore' | 'refuse';
}

const conventional: Knobs = {
  createStatus: 201,
  writeResponse: 'record',
  bucketResponse: 'id',
  deleteResponse: 'no_content',
  pullSecretResponse: 'record',
  listShape: 'array',
  emptyList: 'array',
  pageSize: 50,
  pullSecretApi: 'create_only',
  errorBody: 'json',
  deleteUnknown: 404,
  badToken: 401,
  foreignProject: 403,
  secretFields: 'id_name',
  noDescription: 'absent',
  listedPermissions: 'as_sent',
  deletedObjects: 'as_before',
  timestamps: 'seconds',
  idempotencyKeys: 'ignored',
  unknownFields: 'ignore',
  takenName: 'conflict',
  ownerPermission: 'full',
  listScope: 'token',
  omittedDescription: 'keep',
  clearsDescription: 'both',
  descriptions: 'as_sent',
  maxSizes: 'as_sent',
  unsettled: 'absent',
  deleteNonEmpty: 'conflict',
  cannedAcl: 'ignore',
  serverSideEncryption: 'ignore',
  s3Checks: 'aws',
  unknownPart: 400,
};

/** The four dialects: presets of {@link Knobs}. */
export const dialects = {
  conventional,
  minimal: {
    ...conventional,
    createStatus: 200,
    writeResponse: 'empty',
    deleteResponse: 'empty',
    pullSecretResponse: 'id',
    errorBody: 'empty',
    deleteUnknown: 204,
    takenName: 'accept',
  },
  enveloped: {
    ...conventional,
    writeResponse: 'enveloped',
    deleteResponse: 'enveloped',
    pullSecretResponse: 'enveloped',
    listShape: 'envelope_cursor',
    errorBody: 'problem',
  },
  extended: { ...conventional, pullSecretApi: 'full' },
} as const satisfies Record<string, Knobs>;

export type Dialect = keyof typeof dialects;

/** The knobs of a dialect, with some of them changed. */
export function resolveKnobs(dialect: Dialect = 'conventional', turned: Partial<Knobs> = {}): Knobs {
  return { ...dialects[dialect], ...turned };
}

/** The preset with the most of these values, the first one of several, and the knobs to which it gives others. */
export function nearestDialect(knobs: Partial<Knobs>): { name: Dialect; differing: (keyof Knobs)[] } {
  const names = Object.keys(knobs) as (keyof Knobs)[];
  return (Object.keys(dialects) as Dialect[])
    .map((name) => ({ name, differing: names.filter((knob) => dialects[name][knob] !== knobs[knob]) }))
    .reduce((best, each) => (each.differing.length < best.differing.length ? each : best));
}

/** Reads knobs outside of a response of the service: records nothing, and refuses nothing. */
export function unrecorded<Some extends Partial<Knobs>>(knobs: Some): Rely<Some> {
  return (name) => knobs[name];
}

export function isDialect(name: string): name is Dialect {
  return Object.hasOwn(dialects, name);
}
