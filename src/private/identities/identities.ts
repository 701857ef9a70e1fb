import { TerraformDataSource, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type Attributes, addressOf, isMoved, overridesOf, typeOf } from '../code/attributes';
import { codeFor } from '../code/expressions';
import { identityOf, keyOf } from '../code/outline';
import { type Block as AnyBlock, identifierOf, isBlock } from '../code/references';
import { leastInstancesOf } from '../code/repeated-blocks';
import { knownText, type Place, Places } from './places';

/** A block, with the arguments that matter here and what CDKTF keeps for itself. */
type Block = AnyBlock & {
  readonly nameInput?: string;
  readonly idInput?: string;
  readonly projectIdInput?: string;
  readonly storeInInput?: { readonly secretId?: string; readonly secretName?: string };
  readonly rawOverrides: Attributes;
  readonly _imported?: { readonly id: string };
};

/** Kinds of objects by the types of their blocks. */
const KINDS: Readonly<Record<string, string>> = {
  coffer_access_key: 'access key',
  coffer_bucket: 'bucket',
  coffer_pull_secret: 'pull secret',
  coffer_rotating_access_key: 'access key',
  coffer_secret: 'secret',
};

/** The secrets that the program has named for storing access keys, by the low-level constructs of the keys. */
export const sinks = new WeakMap<IConstruct, IConstruct>();

/** Secrets of which there is one for each element of an iterator, by their low-level constructs. */
export const secretsOfMaps = new WeakSet<IConstruct>();

/** Names of secrets that are defined elsewhere; no block has them. */
export const namesElsewhere = new WeakMap<IConstruct, string>();

/** The statements about objects by the blocks among some constructs of a stack. A block that is moved to another one is not in the code. */
export function statementsOf(constructs: readonly IConstruct[]): Statement[] {
  const places = new Places();
  return constructs.filter(isOfObject).map((block) => new Statement(block, places));
}

const isOfObject = (construct: IConstruct): construct is Block =>
  KINDS[typeOf(construct) ?? ''] !== undefined && isBlock(construct) && !isMoved(construct);

/**
 * Keys of the objects of the service that a block is about: two blocks with a key in common speak of one object. It follows what will
 * be synthesized, overrides included. What differs between instances of a block has no key.
 */
export class Statement {
  readonly #kind: string | undefined;
  readonly #isData: boolean;
  readonly #overrides: Attributes;
  readonly stack: TerraformStack;
  /** Keys of the name that it takes. */
  readonly names: readonly string[];
  /** Keys of the object that it imports. */
  readonly imports: readonly string[];
  #secret: readonly string[] | undefined;

  constructor(
    readonly block: Block,
    private readonly places: Places,
  ) {
    this.#kind = KINDS[block.terraformResourceType];
    this.#isData = TerraformDataSource.isTerraformDataSource(block);
    this.#overrides = overridesOf(block);
    this.stack = TerraformStack.of(block);
    const { name, importId } = this;
    this.names = name === undefined ? [] : this.#byName(`id:${name}`);
    this.imports = importId === undefined ? [] : this.#keysOfImport(importId);
  }

  /** The id in the `import` block. */
  get importId(): string | undefined {
    return knownText(this.block._imported?.id);
  }

  /** The name that it takes: of the secret that it defines, or makes for an access key. One with a `count` may give way to another. */
  get name(): string | undefined {
    if (this.#isData || this.isRepeated) return undefined;
    return knownText(this.#kind === 'secret' ? this.#argument('name', this.block.nameInput) : this.sink?.secret_name);
  }

  /** Whether it may be there several times, or not at all. */
  get isRepeated(): boolean {
    return (
      this.#argument('count', this.block.count) !== undefined ||
      this.#argument('for_each', this.block.forEach) !== undefined
    );
  }

  /** Its `for_each`, in code; undefined if it has no `for_each`. */
  get elements(): string | undefined {
    const elements = this.#argument('for_each', this.block.forEach?._getForEachExpression());
    return elements === undefined ? undefined : codeFor(this.block, elements);
  }

  /** Whether it stores an access key in each secret of the map with the same `for_each`. */
  get isInEach(): boolean {
    const { secret_id: id } = this.sink ?? {};
    return typeof id === 'string' && codeFor(this.block, id).endsWith('[each.key].id}"');
  }

  /** Whether it is certainly a map of several secrets of one name. */
  get repeatsItsName(): boolean {
    if (!secretsOfMaps.has(this.block)) return false;
    return this.#text(this.#argument('name', this.block.nameInput)) !== undefined && leastInstancesOf(this.block) > 1;
  }

  /** Whether it is certainly there several times, with one secret for the access keys of all. */
  get overwritesItself(): boolean {
    const { sink } = this;
    if (!sink || !this.isRepeated || this.#text(sink.secret_id ?? sink.secret_name) === undefined) return false;
    return leastInstancesOf(this.block) > 1;
  }

  /** Where it stores an access key: in a secret of its own, by name, or in one that is there, by id. */
  get sink(): { readonly secret_name?: unknown; readonly secret_id?: unknown } | undefined {
    const { storeInInput: input } = this.block;
    if (!('store_in' in this.#overrides)) return input && { secret_name: input.secretName, secret_id: input.secretId };
    const override = this.#overrides.store_in as Attributes | undefined;
    return override && { secret_name: input?.secretName, secret_id: input?.secretId, ...override };
  }

  /** All keys of the secret that it defines, looks up, or stores an access key in. They fix the logical id of the block. */
  get secret(): readonly string[] {
    this.#secret ??= this.#kind === 'secret' ? this.#keysOfSecret() : this.#keysOfSink();
    return this.#secret;
  }

  /** The map of secrets that it defines, or in one of whose secrets it stores an access key. It fixes the logical id of the map. */
  get maps(): readonly string[] {
    const named = this.sink?.secret_id === undefined ? undefined : sinks.get(this.block);
    const secret =
      this.#kind === 'secret' ? this.block : (named as { readonly resource?: Block } | undefined)?.resource;
    if (!secret || (secret.forEach ?? overridesOf(secret).for_each) === undefined) return [];
    return [`${TerraformStack.of(secret).node.path} ${addressOf(secret)}`];
  }

  #keysOfImport(importId: string): string[] {
    return isByName(importId) ? this.#byName(importId) : [`${this.#kind} ${importId} at ${this.#place.service}`];
  }

  #keysOfSecret(): string[] {
    const { block, importId } = this;
    const id = this.#isData ? this.#argument('id', block.idInput) : importId;
    return [
      this.#keyOf('id'),
      ...this.#byName(this.#keyOf('name')),
      ...this.#byName(this.isRepeated ? undefined : this.#text(this.#argument('name', block.nameInput))),
      ...(importId !== undefined && isByName(importId) ? [] : this.#byId(id)),
    ];
  }

  #keysOfSink(): string[] {
    const { block, sink } = this;
    if (!sink || this.isRepeated) return [];
    if (sink.secret_id === undefined) {
      return [this.#keyOf('secret_id'), ...this.#byName(this.#text(sink.secret_name))];
    }
    const elsewhere = sinks.get(block);
    return [...this.#byId(sink.secret_id), ...this.#byName(this.#text(elsewhere && namesElsewhere.get(elsewhere)))];
  }

  /** The key of an object whose id or name is an attribute of the block. */
  #keyOf(attribute: string): string {
    return `at:${keyOf({ identifier: identifierOf(this.block, attribute), originStack: this.stack })}`;
  }

  #byId(id: unknown): string[] {
    const text = this.#text(id);
    if (text === undefined) return [];
    return [knownText(id) === undefined ? text : `${text} at ${this.#place.service}`];
  }

  #byName(name: string | undefined): string[] {
    if (name === undefined) return [];
    const { inStack, inApp } = this.#place;
    return [`${name} in ${inStack}`, ...(inApp === undefined ? [] : [`${name} in ${inApp}`])];
  }

  /** An argument as text to compare; undefined if it differs between instances. */
  #text(value: unknown): string | undefined {
    if (typeof value !== 'string') return undefined;
    const text = identityOf(this.block, value);
    return text !== undefined && /\b(?:each|count|self)\./.test(text) ? undefined : text;
  }

  /** An argument; an override wins. */
  #argument(name: string, input: unknown): unknown {
    return name in this.#overrides ? this.#overrides[name] : input;
  }

  get #place(): Place {
    return this.places.of(this.block, this.#overrides);
  }
}

/** Whether an id for an import looks for a name. */
const isByName = (importId: string): boolean => importId.startsWith('name:');
