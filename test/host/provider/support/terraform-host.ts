import * as wire from '../../../../framework/protocol/generated/tfplugin6';
import { decode } from '../../../../framework/protocol/value/decode';
import { nullObject, objectType, type Schema, schemaType } from '../../../../framework/schema/schema';
import {
  at,
  ContractError,
  finalPlanViolations,
  identityViolations,
  plannedIdentityViolations,
  planViolations,
  replaceViolations,
  resultViolations,
  stateViolations,
  uphold,
  writeOnlyViolations,
} from '../../../../framework/testing/contract';
import { complete, propose } from '../../../../framework/testing/proposal';
import { valuesEqual } from '../../../../framework/values/equal';
import type { Path } from '../../../../framework/values/path';
import type { Type } from '../../../../framework/values/type';
import {
  isObject,
  isWhollyKnown,
  mapValues,
  type ObjectValue,
  UNKNOWN,
  type Value,
} from '../../../../framework/values/value';
import { type ByteClient, openClient } from '../../../framework/protocol/support/grpc';
import { call, toWire } from '../../../framework/protocol/support/rpc';
import { toJson } from './json';
import { fromSchema } from './wire-schema';

/** Which Terraform is played. What is older than 1.12 is at hand and needs no playing. */
export type Played = '1.12' | '1.14' | '1.16';

/** An object as Terraform keeps it between two commands. */
export interface Kept {
  readonly state: ObjectValue;
  readonly private: Uint8Array;
  readonly identity: Value;
}

export interface Plan {
  readonly action: 'create' | 'update' | 'replace' | 'no-op';
  readonly config: ObjectValue;
  readonly planned: Value;
  readonly private: Uint8Array;
  readonly identity: Value;
  readonly diagnostics: readonly wire.Diagnostic[];
}

const NO_BYTES = new Uint8Array();
const IDENTITY: Type = ['object', { id: 'string' }];

/**
 * Plays Terraform 1.12 to 1.16 over the wire: every RPC in its order, with identities, planned private data and the capabilities of
 * that version, and throws a {@link ContractError} where a response breaks the contract of resources. Connects in plain text, as
 * Terraform does to a provider that it re-attaches to.
 */
export class TerraformHost {
  private constructor(
    readonly client: ByteClient,
    readonly version: Played,
    readonly schemas: ReadonlyMap<string, Schema>,
    readonly provider: wire.GetProviderSchema_Response,
  ) {}

  /** Connects to an address of gRPC, learns the schemas and configures. */
  static async connect(
    address: string,
    options: { readonly version?: Played; readonly settings?: ObjectValue } = {},
  ): Promise<TerraformHost> {
    const { version = '1.16', settings = {} } = options;
    const client = openClient(address);
    const provider = await call(client, 'GetProviderSchema', {});
    const identities = await call(client, 'GetResourceIdentitySchemas', {});
    for (const { identityAttributes } of Object.values(identities.identitySchemas)) {
      const names = identityAttributes.map(({ name, type }) => [name, Buffer.from(type).toString()]);
      if (JSON.stringify(names) !== '[["id","\\"string\\""]]') throw new ContractError('an identity is not an id');
    }
    const schemas = new Map(
      Object.entries(provider.resourceSchemas).map(([name, schema]) => [name, fromSchema(schema)]),
    );
    const host = new TerraformHost(client, version, schemas, provider);
    const schema = fromSchema(provider.provider as wire.Schema);
    const config = toWire({ ...nullObject(schema.attributes), ...settings }, schemaType(schema));
    await call(client, 'ValidateProviderConfig', { config });
    const { diagnostics } = await call(client, 'ConfigureProvider', {
      config,
      terraformVersion: `${version}.0`,
      clientCapabilities: host.capabilities,
    });
    if (hasErrors(diagnostics)) throw new Error(JSON.stringify(diagnostics.map(({ summary }) => summary)));
    return host;
  }

  private get capabilities(): wire.ClientCapabilities {
    const newest = this.version === '1.16';
    return {
      deferralAllowed: false,
      writeOnlyAttributesAllowed: true,
      storePlannedPrivate: newest,
      computedBlocksAllowed: newest,
    };
  }

  /** What a plan does first with what is kept: brings it to the current schema and refreshes it; null when it is gone. */
  async refresh(typeName: string, kept: Kept) {
    const { attributes, version } = this.schema(typeName);
    const type = objectType(attributes);
    const upgraded = await call(this.client, 'UpgradeResourceState', {
      typeName,
      version: BigInt(version ?? 0),
      rawState: { json: toJson(kept.state), flatmap: {} },
    });
    if (!valuesEqual(read(upgraded.upgradedState, type), kept.state, type)) {
      throw new ContractError(`upgrade of ${typeName}: a state of this version is not as it was`);
    }
    const response = await call(this.client, 'ReadResource', {
      typeName,
      currentState: toWire(kept.state, type),
      private: kept.private,
      clientCapabilities: this.capabilities,
      currentIdentity: toIdentity(kept.identity),
    });
    const state = read(response.newState, type);
    const identity = readIdentity(response.newIdentity);
    uphold(`read of ${typeName}`, [
      ...stateViolations(attributes, state),
      ...identityViolations(identity, { exists: state !== null }),
      ...(state !== null && kept.identity !== null && !valuesEqual(identity, kept.identity, IDENTITY)
        ? ['the identity has changed']
        : []),
    ]);
    return { kept: keep(state, response.private, identity), diagnostics: response.diagnostics };
  }

  /** Validates and plans. Undefined when validation or the plan finds an error. */
  async plan(
    typeName: string,
    given: ObjectValue,
    kept: Kept | null = null,
    earlier?: Plan,
  ): Promise<Plan | undefined> {
    const { attributes } = this.schema(typeName);
    const type = objectType(attributes);
    const config = complete(attributes, given);
    const validated = await call(this.client, 'ValidateResourceConfig', {
      typeName,
      config: toWire(config, type),
      clientCapabilities: this.capabilities,
    });
    refuseBugs(validated.diagnostics);
    if (hasErrors(validated.diagnostics)) return undefined;

    const prior = kept?.state ?? null;
    const first = await this.planOnce(
      typeName,
      config,
      prior,
      kept?.private ?? NO_BYTES,
      kept?.identity ?? null,
      earlier,
    );
    if (!first) return undefined;
    uphold(`plan of ${typeName}`, [
      ...planViolations(attributes, config, prior, first.planned),
      ...replaceViolations(first.requiresReplace, prior, first.planned),
      ...plannedIdentityViolations(first.identity, prior),
    ]);
    const replaces = first.requiresReplace.some(
      (path) => JSON.stringify(at(prior, path)) !== JSON.stringify(at(first.planned, path)),
    );
    if (prior !== null && replaces) {
      const second = await this.planOnce(typeName, config, null, first.private, first.identity, earlier);
      if (!second) return undefined;
      uphold(`plan of ${typeName} to replace`, [
        ...writeOnlyViolations(attributes, second.planned),
        ...plannedIdentityViolations(second.identity, null),
      ]);
      return { ...second, action: 'replace', config };
    }
    const same = isWhollyKnown(first.planned) && valuesEqual(prior, first.planned, type);
    return { ...first, action: prior === null ? 'create' : same ? 'no-op' : 'update', config };
  }

  private async planOnce(
    typeName: string,
    config: ObjectValue,
    prior: Value,
    privateBytes: Uint8Array,
    identity: Value,
    earlier: Plan | undefined,
  ) {
    const { attributes } = this.schema(typeName);
    const type = objectType(attributes);
    const request = {
      typeName,
      priorState: toWire(prior, type),
      proposedNewState: toWire(propose(attributes, config, prior), type),
      config: toWire(config, type),
      priorPrivate: privateBytes,
      clientCapabilities: this.capabilities,
      priorIdentity: toIdentity(identity),
      // Terraform 1.16 hands the private data of the first plan to the second one.
      plannedPrivate: this.version === '1.16' && earlier ? earlier.private : NO_BYTES,
    };
    const path = '/tfplugin6.Provider/PlanResourceChange';
    const bytes = wire.PlanResourceChange_Request.encode(request).finish();
    const [answered, again] = [await this.client.call(path, bytes), await this.client.call(path, bytes)];
    if (!answered.equals(again)) throw new ContractError(`plan of ${typeName}: the same request gets two responses`);
    const response = wire.PlanResourceChange_Response.decode(answered);
    refuseBugs(response.diagnostics);
    if (response.legacyTypeSystem || response.deferred)
      throw new ContractError(`plan of ${typeName}: legacy or deferred`);
    if (hasErrors(response.diagnostics)) return undefined;
    return {
      planned: read(response.plannedState, type),
      private: response.plannedPrivate,
      identity: readIdentity(response.plannedIdentity),
      requiresReplace: response.requiresReplace.map(toPath),
      diagnostics: response.diagnostics,
    };
  }

  /**
   * Applies as the second half of `terraform apply` does: plans again with what is known by now, and makes that real. Null when
   * nothing is there afterwards; the prior object when there was nothing to do or an error came first.
   */
  async apply(typeName: string, known: ObjectValue, plan: Plan, kept: Kept | null) {
    const { attributes } = this.schema(typeName);
    if (plan.action === 'no-op') return { kept, diagnostics: [] };
    if (plan.action === 'replace' && kept) {
      const gone = await this.destroy(typeName, kept);
      if (gone.kept) return gone;
    }
    const prior = plan.action === 'update' ? kept : null;
    const final = await this.plan(typeName, known, prior, plan);
    if (!final) return { kept: prior, diagnostics: [] };
    uphold(`final plan of ${typeName}`, finalPlanViolations(attributes, plan.planned, final.planned));
    if (final.action === 'no-op') return { kept: prior, diagnostics: [] };
    return this.applyOnce(typeName, prior, final);
  }

  /** Plans the end of an object and carries it out; what is left when it fails. */
  async destroy(typeName: string, kept: Kept) {
    const type = objectType(this.schema(typeName).attributes);
    const response = await call(this.client, 'PlanResourceChange', {
      typeName,
      priorState: toWire(kept.state, type),
      proposedNewState: toWire(null, type),
      config: toWire(null, type),
      priorPrivate: kept.private,
      clientCapabilities: this.capabilities,
      priorIdentity: toIdentity(kept.identity),
      plannedPrivate: NO_BYTES,
    });
    if (read(response.plannedState, type) !== null) throw new ContractError(`plan of ${typeName} to destroy: not null`);
    const identity = readIdentity(response.plannedIdentity);
    uphold(`plan of ${typeName} to destroy`, plannedIdentityViolations(identity, kept.state));
    return this.applyOnce(typeName, kept, { config: null, planned: null, private: response.plannedPrivate, identity });
  }

  private async applyOnce(
    typeName: string,
    prior: Kept | null,
    plan: { config: Value; planned: Value; private: Uint8Array; identity: Value },
  ) {
    const { attributes } = this.schema(typeName);
    const type = objectType(attributes);
    const response = await call(this.client, 'ApplyResourceChange', {
      typeName,
      priorState: toWire(prior?.state ?? null, type),
      plannedState: toWire(plan.planned, type),
      config: toWire(plan.config, type),
      plannedPrivate: plan.private,
      plannedIdentity: toIdentity(plan.identity),
    });
    refuseBugs(response.diagnostics);
    const state = read(response.newState, type);
    const identity = readIdentity(response.newIdentity);
    uphold(`apply of ${typeName}`, [
      ...stateViolations(attributes, state),
      ...identityViolations(identity, { exists: state !== null }),
      ...(hasErrors(response.diagnostics) ? [] : resultViolations(attributes, plan.planned, state)),
    ]);
    return { kept: keep(state, response.private, identity), diagnostics: response.diagnostics };
  }

  /** Imports by identity and reads the rest. */
  async import(typeName: string, id: string) {
    const type = objectType(this.schema(typeName).attributes);
    const response = await call(this.client, 'ImportResourceState', {
      typeName,
      id: '',
      clientCapabilities: this.capabilities,
      identity: toIdentity({ id }),
    });
    const [imported] = response.importedResources;
    if (!imported) return { kept: null, diagnostics: response.diagnostics };
    const state = read(imported.state, type);
    const identity = readIdentity(imported.identity);
    uphold(`import of ${typeName}`, [
      ...stateViolations(this.schema(typeName).attributes, state),
      ...identityViolations(identity, { exists: true }),
    ]);
    const kept = keep(state, imported.private, identity);
    return kept ? this.refresh(typeName, kept) : { kept: null, diagnostics: response.diagnostics };
  }

  /** Runs a query as Terraform 1.14 does: stops listening at the limit; everything found has an identity, and an object if wanted. */
  async list(typeName: string, config: ObjectValue, { includeResource = false, limit = 100 } = {}) {
    const { attributes } = fromSchema(this.provider.listResourceSchemas[typeName] as wire.Schema);
    const type = objectType(attributes);
    const sent = toWire(complete(attributes, config), type);
    const validated = await call(this.client, 'ValidateListResourceConfig', {
      typeName,
      config: sent,
      includeResourceObject: toWire(includeResource, 'bool'),
      limit: toWire(limit, 'number'),
    });
    const diagnostics = [...validated.diagnostics];
    const found: { id: string; displayName: string; state: Value }[] = [];
    if (hasErrors(diagnostics)) return { found, diagnostics };
    const request = { typeName, config: sent, includeResourceObject: includeResource, limit: BigInt(limit) };
    const bytes = wire.ListResource_Request.encode(request).finish();
    const object = objectType(this.schema(typeName).attributes);
    const stream = this.client.serverStream('/tfplugin6.Provider/ListResource', bytes).on('error', () => {});
    for await (const part of stream) {
      const event = wire.ListResource_Event.decode(part as Buffer);
      diagnostics.push(...event.diagnostic);
      if (hasErrors(diagnostics)) break;
      const identity = readIdentity(event.identity);
      if (identity === null && diagnostics.length > 0) continue;
      uphold(`list of ${typeName}`, identityViolations(identity, { exists: true }));
      const state = read(event.resourceObject, object);
      uphold(`list of ${typeName}`, stateViolations(this.schema(typeName).attributes, state));
      if (includeResource !== (state !== null))
        throw new ContractError(`list of ${typeName}: whole objects as asked for`);
      found.push({ id: String(isObject(identity) && identity.id), displayName: event.displayName, state });
      if (found.length >= limit) {
        stream.cancel();
        break;
      }
    }
    return { found, diagnostics };
  }

  /**
   * Runs an action as Terraform 1.14 does: validated as if each argument came from a variable, which is unknown then, and never
   * again; any progress, then exactly one completion. Its arguments are given to `InvokeAction` even if `planned` is another set.
   */
  async invoke(actionType: string, config: ObjectValue, planned = config) {
    const { attributes } = fromSchema(this.provider.actionSchemas[actionType]?.schema as wire.Schema);
    const type = objectType(attributes);
    const sent = toWire(complete(attributes, config), type);
    const validated = await call(this.client, 'ValidateActionConfig', {
      typeName: actionType,
      config: toWire(
        mapValues(complete(attributes, config), () => UNKNOWN),
        type,
      ),
    });
    if (hasErrors(validated.diagnostics)) return { progress: [], diagnostics: validated.diagnostics };
    const request = { actionType, config: sent, clientCapabilities: this.capabilities };
    const plan = await call(this.client, 'PlanAction', {
      ...request,
      config: toWire(complete(attributes, planned), type),
    });
    if (hasErrors(plan.diagnostics) || plan.deferred) return { progress: [], diagnostics: plan.diagnostics };
    const progress: string[] = [];
    const completions: wire.Diagnostic[][] = [];
    const bytes = wire.InvokeAction_Request.encode(request).finish();
    for await (const part of this.client.serverStream('/tfplugin6.Provider/InvokeAction', bytes)) {
      const { type } = wire.InvokeAction_Event.decode(part as Buffer);
      if (completions.length > 0 || !type)
        throw new ContractError(`${actionType}: an event without content, or after the last`);
      if (type.$case === 'progress') progress.push(type.value.message);
      else completions.push(type.value.diagnostics);
    }
    const [diagnostics] = completions;
    if (!diagnostics) throw new ContractError(`${actionType}: it never completes`);
    return { progress, diagnostics };
  }

  schema(typeName: string): Schema {
    const schema = this.schemas.get(typeName);
    if (!schema) throw new Error(`no such type: ${typeName}`);
    return schema;
  }
}

const keep = (state: Value, bytes: Uint8Array, identity: Value): Kept | null =>
  isObject(state) ? { state, private: bytes, identity } : null;

const read = (value: wire.DynamicValue | undefined, type: Type): Value =>
  value && value.msgpack.length > 0 ? decode(value.msgpack, type) : null;

const readIdentity = (identity: wire.ResourceIdentityData | undefined): Value => read(identity?.identityData, IDENTITY);

const toIdentity = (identity: Value): wire.ResourceIdentityData | undefined =>
  identity === null ? undefined : { identityData: toWire(identity, IDENTITY) };

const hasErrors = (diagnostics: readonly wire.Diagnostic[]) =>
  diagnostics.some(({ severity }) => severity !== wire.Diagnostic_Severity.WARNING);

/** An exception that nobody expected is an error like any other for Terraform, and a bug for us. */
function refuseBugs(diagnostics: readonly wire.Diagnostic[]): void {
  const bug = diagnostics.find(({ summary, detail }) => /Unexpected error|inside the provider/.test(summary + detail));
  if (bug) throw new ContractError(bug.detail);
}

const toPath = ({ steps }: wire.AttributePath): Path =>
  steps.map(({ selector }) => {
    if (selector?.$case === 'elementKeyInt') return { index: Number(selector.value) };
    if (selector?.$case === 'elementKeyString') return { key: selector.value };
    return { attribute: selector?.value ?? '' };
  });
