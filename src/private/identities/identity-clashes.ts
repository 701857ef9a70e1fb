import type { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { attributesOf } from '../code/attributes';
import { constructsOf, isInTree, pathOf, type StackCheck, stacksIn } from '../code/tree';
import { type Statement, sinks, statementsOf } from './identities';
import { kindOfKey, knownText } from './places';

interface Clash {
  readonly between: readonly [Statement, Statement];
  readonly message: string;
}

/** The statements of the stacks of an app. Each stack is read when it is checked, and the others once before. */
const registries = new WeakMap<IConstruct, Map<TerraformStack, readonly Statement[]>>();

/**
 * Finds objects of the service that are said twice in an app although only one can have them: the name of a secret, what is imported,
 * and the value of a secret (C8). Each stack reports what concerns it.
 */
export const findIdentityClashes: StackCheck = (constructs, stack) => {
  const { root } = stack.node;
  const registry = registries.get(root) ?? new Map<TerraformStack, readonly Statement[]>();
  registries.set(root, registry);
  for (const known of registry.keys()) if (!isInTree(known)) registry.delete(known);
  const own = statementsOf(constructs);
  registry.set(stack, own);
  for (const other of stacksIn(root)) if (!registry.has(other)) registry.set(other, statementsOf(constructsOf(other)));
  const clashes = clashesOf(stack, registry);
  const others = new Set(clashes.flatMap(({ between }) => between.map((each) => each.stack)));
  others.delete(stack);
  // They may have changed since they were read.
  for (const other of others) registry.set(other, statementsOf(constructsOf(other)));
  return [
    ...(others.size > 0 ? clashesOf(stack, registry) : clashes).map(({ message }) => message),
    ...own.filter((each) => each.overwritesItself).map(tellItself),
    ...own.filter((each) => each.repeatsItsName).map(tellItsName),
  ].sort();
};

function clashesOf(stack: TerraformStack, registry: ReadonlyMap<TerraformStack, readonly Statement[]>): Clash[] {
  const all = [...registry.values()].flat();
  const groups = (keysOf: (statement: Statement) => readonly string[]) => groupsOf(stack, all, keysOf);
  const clashes = [
    ...groups(({ names }) => names).flatMap((group) => againstFirst(group, sameName)),
    ...groups(({ imports }) => imports).flatMap((group) => againstFirst(group, sameImport)),
  ];
  // Keys of secrets fix logical ids: none is read unless an access key is stored in a secret that is there.
  if (all.some(isGuest)) {
    clashes.push(...groups(({ secret }) => secret).flatMap(overwriting));
    clashes.push(...groups(({ maps }) => maps).flatMap(overwritingInMap));
  }
  return clashes.filter(({ between }) => between.some((statement) => statement.stack === stack));
}

/** The groups of statements about one object, by common keys, also by way of others, in which a stack takes part. */
function groupsOf(
  stack: TerraformStack,
  statements: readonly Statement[],
  keysOf: (statement: Statement) => readonly string[],
): Statement[][] {
  const byKey = new Map<string, Statement[]>();
  for (const statement of statements)
    for (const key of keysOf(statement)) byKey.set(key, [...(byKey.get(key) ?? []), statement]);
  const seen = new Set<Statement>();
  const groups = statements
    .filter((statement) => statement.stack === stack)
    .map((statement) => {
      const group: Statement[] = [];
      const pending = [statement];
      for (let next = pending.pop(); next; next = pending.pop()) {
        if (seen.has(next)) continue;
        seen.add(next);
        group.push(next);
        pending.push(...keysOf(next).flatMap((key) => byKey.get(key) ?? []));
      }
      return group;
    });
  return groups.filter((group) => group.length > 1);
}

/** Whether it stores an access key in a secret that is there. */
const isGuest = ({ sink }: Statement): boolean => sink?.secret_id !== undefined;

/** Tells each statement of a group against the first one, by path, so that the order in the program does not matter. */
const againstFirst = (group: readonly Statement[], tell: (later: Statement, first: Statement) => string): Clash[] => {
  const [first, ...others] = byPath(group);
  return first ? others.map((later) => ({ between: [later, first], message: tell(later, first) })) : [];
};

const byPath = (statements: readonly Statement[]): Statement[] =>
  [...statements].sort((one, other) => (one.block.node.path < other.block.node.path ? -1 : 1));

const kindOf = ({ block, sink }: Statement): string => (sink ? kindOfKey(block) : 'Secret');

const sameName = (later: Statement, first: Statement): string =>
  `${kindOf(later)} "${pathOf(later.block)}" and "${pathOf(first.block)}" have the same "secretName" ` +
  `${JSON.stringify(later.name)}: a name is unique in its project` +
  (later.stack === first.stack
    ? ''
    : '. If each of the stacks has an account of its own, pass their providers "token" in variables of different names');

const tellItself = ({ block }: Statement): string =>
  `${kindOfKey(block)} "${pathOf(block)}" has several instances, which are all stored in one secret: each would overwrite the other. ` +
  'Name or choose the secret by the instance, or define one key for each';

const tellItsName = ({ block }: Statement): string =>
  `Secret "${pathOf(block)}" has several instances of one "secretName": a name is unique in its project. Name each by what it is repeated ` +
  'for, such as secretName: iterator.key';

const sameImport = (later: Statement, first: Statement): string =>
  `"importId" ${JSON.stringify(later.importId)} of "${pathOf(later.block)}" is taken over by "${pathOf(first.block)}" already: ` +
  'two constructs cannot manage one object';

/** Access keys in one secret, and in a secret whose value is managed here. Two that make a secret of one name are told by that name. */
function overwriting(group: readonly Statement[]): Clash[] {
  const stored = byPath(group).filter(({ sink }) => sink);
  const manager = stored.length > 0 ? byPath(group).find(managesValue) : undefined;
  const keys = againstFirst(stored, (later, first) => tellKeys(later, first, group)).filter(
    ({ between: [later, first] }) => (isGuest(later) || isGuest(first)) && !haveDifferentIds(later, first),
  );
  const values = stored.filter(isGuest).flatMap((key): Clash[] => (manager ? [tellValue(key, manager)] : []));
  return [...keys, ...values];
}

/** Access keys in the secrets of a map: in one whose values are managed here, and one key for each secret with others in some of them. */
function overwritingInMap(group: readonly Statement[]): Clash[] {
  const guests = byPath(group).filter(isGuest);
  const map = group.find(({ sink }) => !sink);
  const manager = byPath(group).find(managesValue);
  const isEverywhere = (guest: Statement) => guest.isInEach && guest.elements === map?.elements;
  const first = guests.find(isEverywhere);
  return [
    ...(manager ? guests.map((each) => tellValue(each, manager)) : []),
    ...(first
      ? guests
          .filter((other) => other !== first && (isEverywhere(other) || !other.isRepeated))
          .map((other): Clash => ({ between: [other, first], message: tellKeys(other, first, group) }))
      : []),
  ];
}

/** A service may give one name to two secrets, which a program then tells apart by their ids. */
function haveDifferentIds(...[one, other]: readonly [Statement, Statement]): boolean {
  const [id, otherId] = [knownText(one.sink?.secret_id), knownText(other.sink?.secret_id)];
  return id !== undefined && otherId !== undefined && id !== otherId;
}

function tellKeys(later: Statement, first: Statement, group: readonly Statement[]): string {
  const { block, sink } = later;
  const defined = byPath(group).find((statement) => !statement.sink)?.block;
  const secret =
    sinks.get(block)?.node.path ??
    knownText(sink?.secret_id) ??
    knownText(sink?.secret_name) ??
    (defined ? pathOf(defined) : '');
  return (
    `${kindOfKey(block)} "${pathOf(block)}" and "${pathOf(first.block)}" are stored in one secret, "${secret}": ` +
    'each would overwrite the other'
  );
}

const tellValue = (key: Statement, manager: Statement): Clash => ({
  between: [key, manager],
  message:
    `${kindOfKey(key.block)} "${pathOf(key.block)}" is stored in secret "${pathOf(manager.block)}", whose value is managed here: ` +
    'each would overwrite the other. Use storeIn with a name of its own; or, if the value is only the first one, set the lifecycle ' +
    'of the secret to ignoreChanges: ["value_wo_version"], or "value"',
});

/** Whether Terraform sends the value of a secret again when it changes. */
function managesValue({ block, sink }: Statement): boolean {
  const attributes = sink ? undefined : attributesOf(block, 'coffer_secret');
  if (!attributes || (attributes.value === undefined && attributes.value_wo === undefined)) return false;
  const { ignore_changes: ignored = [] } = (attributes.lifecycle ?? {}) as { ignore_changes?: string | string[] };
  return ignored !== 'all' && !ignored.includes(attributes.value === undefined ? 'value_wo_version' : 'value');
}
