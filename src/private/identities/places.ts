import { type TerraformProvider, TerraformStack, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type Attributes, rawOverridesOf, typeOf } from '../code/attributes';
import { codeFor } from '../code/expressions';
import { hasExpression } from '../code/hcl-text';
import { isInTree, RESOURCE_ID } from '../code/tree';
import { shownUrl } from '../props/checks';

/** Address of our provider without an alias in Terraform. */
export const PROVIDER = 'coffer';

/** The part of a low-level construct that says where its object is. */
export interface Placed extends IConstruct {
  readonly provider?: TerraformProvider;
  readonly projectIdInput?: string;
  readonly rawOverrides: Attributes;
}

/** The low-level construct of one of our constructs; undefined for an object defined elsewhere. */
export function resourceOf(construct: IConstruct): (Placed & { readonly terraformResourceType: string }) | undefined {
  return (construct.node.tryFindChild(RESOURCE_ID) ?? (construct as { resource?: IConstruct }).resource) as
    | ReturnType<typeof resourceOf>
    | undefined;
}

/** Address of the provider that manages a construct of ours, such as `coffer.eu`; undefined for one defined elsewhere or if only Terraform knows. */
export function providerOf(construct: IConstruct): string | undefined {
  const resource = resourceOf(construct);
  if (resource?.rawOverrides.provider !== undefined) return knownText(resource.rawOverrides.provider);
  return resource && (resource.provider?.fqn ?? PROVIDER);
}

/** The provider of a block; undefined if it is not among the constructs, or if the program has written the reference itself. */
export const providerBlockOf = (block: Placed): TerraformProvider | undefined =>
  block.rawOverrides.provider === undefined ? (block.provider ?? defaultProviderOf(block)) : undefined;

/** The service and the project in which one of our constructs is managed; values from tokens and from the environment are unknown. */
function homeOf(construct: IConstruct) {
  const resource = resourceOf(construct);
  const { base_url, project_id: byDefault } = argumentsOf(resource && providerBlockOf(resource));
  const projectId = resource?.rawOverrides.project_id ?? resource?.projectIdInput ?? byDefault;
  return { baseUrl: knownText(base_url), projectId: knownText(projectId) };
}

/** Where an object is, as texts that are equal for the same place. */
export interface Place {
  /** The service, if its URL is known; else empty. */
  readonly service: string;
  /**
   * Service and project, to compare within a stack. Values unknown at synthesis are the same if they are written the same, or left to
   * the environment. A token without a project represents its project.
   */
  readonly inStack: string;
  /**
   * Service and project, to compare across stacks. Each stack is applied with variables and an environment of its own, so this
   * takes a known project. Tokens that are written differently may belong to two accounts.
   */
  readonly inApp: string | undefined;
}

/** The places of objects in one stack, each found once. */
export class Places {
  readonly #found = new Map<TerraformProvider | undefined, Map<unknown, Place>>();

  /** The place of the object of a low-level construct, with what the program overrides in it. */
  of(block: Placed, overrides: Attributes): Place {
    const { provider: overridden, project_id: projectId = block.projectIdInput } = overrides;
    // A program has written the reference itself: it is only known to be another one if it is written in another way.
    if (overridden !== undefined) {
      return {
        service: '',
        inStack: `${TerraformStack.of(block).node.path} ${codeFor(block, overridden)}`,
        inApp: undefined,
      };
    }
    const provider = providerBlockOf(block);
    const found = this.#found.get(provider) ?? new Map<unknown, Place>();
    this.#found.set(provider, found);
    const place = found.get(projectId) ?? placeIn(TerraformStack.of(block), provider, projectId);
    found.set(projectId, place);
    return place;
  }
}

function placeIn(stack: TerraformStack, provider: TerraformProvider | undefined, ownProject: unknown): Place {
  const { base_url: url, project_id: byDefault, ...account } = argumentsOf(provider);
  const project = ownProject ?? byDefault;
  const [service, inProject, byAccount] = [url, project, account].map((value) =>
    value === undefined ? '' : codeFor(stack, value),
  );
  const isOffline = provider !== undefined && offline.has(provider);
  const isComparable =
    knownText(project) !== undefined && (url === undefined || knownText(url) !== undefined) && !isOffline;
  // A URL that is unknown at synthesis may be another one in each stack.
  const isOwn = isOffline || (url !== undefined && knownText(url) === undefined);
  return {
    service: isOwn ? `${stack.node.path} ${service}` : (knownText(url) ?? ''),
    inStack: `${stack.node.path} ${service} ${inProject || byAccount}`,
    inApp: isComparable ? `${service} ${inProject} ${byAccount}` : undefined,
  };
}

const offline = new WeakSet<IConstruct>();

/** Notes that a provider was pointed at an emulator, for which different places of an app become one. */
export const pointElsewhere = (provider: IConstruct): void => void offline.add(provider);

/** The arguments of a provider that decide where objects are, and where the low-level construct has them. */
const LOCATING: Readonly<Record<string, string>> = {
  base_url: 'baseUrlInput',
  project_id: 'projectIdInput',
  token: 'tokenInput',
  token_file: 'tokenFileInput',
  headers: 'headersInput',
};

/** Those arguments of a provider; an override wins. */
function argumentsOf(provider: TerraformProvider | undefined): Attributes {
  if (!provider) return {};
  const [inputs, overrides] = [provider as unknown as Attributes, rawOverridesOf(provider)];
  const { base_url: url, ...others }: Attributes = Object.fromEntries(
    Object.entries(LOCATING).map(([name, input]) => [name, overrides[name] ?? inputs[input]]),
  );
  // The provider reads it the same with and without.
  return { base_url: knownText(url)?.replace(/\/+$/, '') ?? url, ...others };
}

/** Literal text; undefined for what is known only when Terraform runs. */
export const knownText = (value: unknown): string | undefined =>
  typeof value === 'string' && !Token.isUnresolved(value) && !hasExpression(value) ? value : undefined;

/** Cached per stack, since finding one walks the whole stack. */
const defaultProviders = new WeakMap<TerraformStack, TerraformProvider>();

function defaultProviderOf(construct: IConstruct): TerraformProvider | undefined {
  const stack = TerraformStack.of(construct);
  const isDefault = ({ terraformResourceType: type, alias }: TerraformProvider) => type === PROVIDER && !alias;
  const cached = defaultProviders.get(stack);
  const provider = cached && isInTree(cached) ? cached : stack.allProviders().find(isDefault);
  if (provider) defaultProviders.set(stack, provider);
  return provider;
}

/**
 * Reports, in sentences, that a key cannot use an object that is managed elsewhere (C7). Another provider may point to another project, where the
 * object does not exist. Two stacks always have different providers, so there the base URLs and projects are compared.
 *
 * @param what kind of the other object, such as `bucket`
 */
export function foreignTo(key: IConstruct, what: string, other: IConstruct): string[] {
  const named = `${what} "${other.node.path}"`;
  const problems: string[] = [];
  const [own, theirs] = [providerOf(key), providerOf(other)];
  if (own && theirs && theirs !== own && TerraformStack.of(other) === TerraformStack.of(key))
    problems.push(
      `is managed by provider "${own}", but ${named} by "${theirs}": use one ${kindOfKey(key)} per provider, or give both the same "provider"`,
    );
  const [here, there] = [homeOf(key), homeOf(other)];
  const onePerPlace = `use one ${kindOfKey(key)} per service and project`;
  if (differs(here.baseUrl, there.baseUrl))
    problems.push(
      `is made at ${shownUrl(here.baseUrl)}, but ${named} is at ${shownUrl(there.baseUrl)}: ${onePerPlace}`,
    );
  else if (differs(here.projectId, there.projectId))
    problems.push(
      `is made in project "${here.projectId}", but ${named} is in project "${there.projectId}": ${onePerPlace}`,
    );
  return problems.map((problem) => `${nameOfKey(key)} ${problem}`);
}

/** An unknown value never differs. */
const differs = (own: string | undefined, other: string | undefined): boolean =>
  own !== undefined && other !== undefined && own !== other;

/** Names of our constructs by the type of the block that they create. */
const KINDS: Readonly<Record<string, string>> = {
  coffer_access_key: 'AccessKey',
  coffer_rotating_access_key: 'RotatingAccessKey',
  'ephemeral.coffer_access_key': 'EphemeralAccessKey',
};

/** Block types of all kinds of access keys. */
export const KEY_TYPES: readonly string[] = Object.keys(KINDS);

/** The kind of access key that a construct is; also works for a low-level one. */
export const kindOfKey = (key: IConstruct): string => kindOfType(typeOf(key.node.tryFindChild(RESOURCE_ID) ?? key));

export const kindOfType = (type = ''): string => KINDS[type] ?? 'AccessKey';

export const nameOfKey = (key: IConstruct): string => `${kindOfKey(key)} "${key.node.path}"`;
