import {
  type App,
  type KeyPart,
  PARTS,
  type Place,
  partOf,
  pathOf,
  type RuleName,
  type SecretPart,
  STACKS,
  type StackId,
  type Statement,
} from './apps';

/*
 * The problems that a random app has to have, from its parts and statements alone. app-code.ts says what its code has to declare.
 */

const keyPath = (app: App, which: number) => pathOf(partOf(app.keys, which), `Key${which}`);
const secretPath = (app: App, which: number) => pathOf(partOf(app.secrets, which), `Secret${which}`);

/** The statements of a kind. */
export const all = <Do extends Statement['do']>(app: App, what: Do) =>
  app.statements.filter((each): each is Extract<Statement, { do: Do }> => each.do === what);

/** The problems of an app: the beginning of each sentence, or a part of it. */
export function problemsOf(app: App): string[] {
  return [
    ...new Set([
      ...sharedSecrets(app),
      ...sharedNames(app),
      ...mergedOutputs(app),
      ...mergedBuckets(app),
      ...policyFindings(app),
      ...keptValues(app),
      ...excesses(app),
      ...uncertain(app),
      ...leaks(app),
      ...spilt(app),
    ]),
  ];
}

/** Where the objects of a stack are: a project that is named is one for all stacks. */
const projectOf = (app: App, stack: StackId): string => app.projects[stack] ?? `that of ${stack}`;

/** A thing that speaks of a secret of the service, by all that identifies it. */
interface Mention {
  readonly path: string;
  readonly key?: { readonly isGuest: boolean; readonly id: string | undefined };
  readonly managed?: number;
  readonly identities: readonly string[];
}

function mentionsIn(app: App): Mention[] {
  const byName = (place: Place, name: string) => `${name} in ${projectOf(app, place.stack)}`;
  const secrets = PARTS.secrets.map((which): Mention => {
    const part = partOf(app.secrets, which);
    const identities = [`managed ${which}`, ...(part.isCounted ? [] : [byName(part, part.name)])];
    return { path: secretPath(app, which), managed: which, identities };
  });
  const keys = PARTS.keys.flatMap((which): Mention[] => {
    const part = partOf(app.keys, which);
    const { sink } = part;
    if (!sink) return [];
    const identity =
      sink.by === 'managed' ? `managed ${sink.secret}` : sink.by === 'id' ? `id ${sink.text}` : byName(part, sink.text);
    const key = { isGuest: sink.by !== 'name', id: sink.by === 'id' ? sink.text : undefined };
    return [{ path: keyPath(app, which), key, identities: [identity] }];
  });
  return [...secrets, ...keys];
}

/** The mentions of each secret: those with an identity in common, also by way of others. */
function groupsOf(mentions: readonly Mention[]): Mention[][] {
  const groups: Mention[][] = [];
  for (const mention of mentions) {
    const joined = groups.filter((group) =>
      group.some(({ identities }) => identities.some((each) => mention.identities.includes(each))),
    );
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push([...joined.flat(), mention]);
  }
  // A block, whose path the order follows, is one level below its construct.
  const block = ({ path }: Mention) => `${path}/Resource`;
  return groups.map((group) => group.sort((one, other) => (block(one) < block(other) ? -1 : 1)));
}

function sharedSecrets(app: App): string[] {
  return groupsOf(mentionsIn(app)).flatMap((group) => {
    const stored = group.flatMap(({ path, key }) => (key ? [{ path, ...key }] : []));
    const [first, ...others] = stored;
    const clashes = others.filter(
      ({ isGuest, id }) =>
        first && (isGuest || first.isGuest) && !(id !== undefined && first.id !== undefined && id !== first.id),
    );
    const manager = group.find(({ managed }) => managed !== undefined && partOf(app.secrets, managed).value !== 'none');
    return [
      ...clashes.map(({ path }) => `"${path}" and "${first?.path}" are stored in one secret`),
      ...stored
        .filter(({ isGuest }) => isGuest && manager)
        .map(({ path }) => `"${path}" is stored in secret "${manager?.path}", whose value is managed here`),
    ];
  });
}

/** Names that two secrets of one project take, whether defined or made for a key. */
function sharedNames(app: App): string[] {
  const takers = [
    ...PARTS.secrets.flatMap((which) => {
      const part = partOf(app.secrets, which);
      return part.isCounted ? [] : [{ path: secretPath(app, which), name: part.name, stack: part.stack }];
    }),
    ...PARTS.keys.flatMap((which) => {
      const { sink, stack } = partOf(app.keys, which);
      return sink?.by === 'name' ? [{ path: keyPath(app, which), name: sink.text, stack }] : [];
    }),
  ].sort((one, other) => (`${one.path}/Resource` < `${other.path}/Resource` ? -1 : 1));
  return takers.flatMap(({ path, name, stack }, index) => {
    const first = takers.findIndex(
      (each) => each.name === name && projectOf(app, each.stack) === projectOf(app, stack),
    );
    if (first === index) return [];
    return [`"${path}" and "${takers[first]?.path}" have the same "secretName" "${name}"`];
  });
}

function mergedOutputs(app: App): string[] {
  return STACKS.flatMap((stack) => {
    const ofKeys = PARTS.keys.flatMap((which) => {
      const { output, ...part } = partOf(app.keys, which);
      const path = keyPath(app, which);
      return output !== undefined && part.stack === stack ? [{ name: output, path, at: `${path}/Credentials` }] : [];
    });
    const own = all(app, 'output')
      .filter((each) => each.stack === stack)
      .map(({ name }) => ({ name, path: `${stack}/own-${name}`, at: `${stack}/own-${name}` }));
    const outputs = [...ofKeys, ...own].sort((one, other) => (one.at < other.at ? -1 : 1));
    return outputs.flatMap(({ name, path }, index) => {
      const first = outputs.findIndex((each) => each.name === name);
      return first === index
        ? []
        : [`output "${name}" of "${path}" and that of "${outputs[first]?.path}" would be merged`];
    });
  });
}

function mergedBuckets(app: App): string[] {
  return STACKS.flatMap((stack) => {
    const named = PARTS.buckets
      .filter((which) => partOf(app.buckets, which).isNamed && partOf(app.buckets, which).stack === stack)
      .map((which) => pathOf(partOf(app.buckets, which), `Bucket${which}`))
      .sort();
    return named.slice(1).map((path) => `"${path}" and "${named[0]}" have one address, coffer_bucket.same,`);
  });
}

/** Keys of the program and of its aspects. */
function keysIn(app: App) {
  const own = PARTS.keys.map((which) => {
    const part = partOf(app.keys, which);
    return { ...part, permission: permissionOf(part), path: keyPath(app, which) };
  });
  const added = all(app, 'add').map(({ at, ...each }) => ({ ...at, ...each, path: pathOf(at, 'Added') }));
  return [...own, ...added];
}

/** What the code gives a key in the end. */
export const permissionOf = ({ permission, isWidened }: KeyPart) => (isWidened ? 'owner' : permission);

/** Keys that were given more than their props declare. */
const excesses = (app: App): string[] =>
  PARTS.keys
    .filter((which) => {
      const { isDeclared, isWidened, permission } = partOf(app.keys, which);
      return isDeclared && isWidened && permission === 'read';
    })
    .map(
      (which) => `"${keyPath(app, which)}" declares "permission" read, but "permissions" of its resource was set with`,
    );

/** References to a repeated bucket or secret, of which nothing says which instance they mean. */
function uncertain(app: App): string[] {
  const keys = PARTS.keys.map((which) => partOf(app.keys, which));
  const buckets = PARTS.buckets
    .filter((which) => partOf(app.buckets, which).isRepeated && keys.some((key) => key.buckets.includes(which)))
    .map((which) => pathOf(partOf(app.buckets, which), `Bucket${which}`));
  const secrets = PARTS.secrets
    .filter((which) => partOf(app.secrets, which).isCounted)
    .filter((which) => keys.some(({ sink }) => sink?.by === 'managed' && sink.secret === which))
    .map((which) => secretPath(app, which));
  return [...buckets, ...secrets].map((path) => `"id" of "${path}" is used by`);
}

/** Secret halves that cross stacks where a policy looks. */
function leaks(app: App): string[] {
  if (!isChecked(app, 'crossing', { stack: 'one', isInner: false })) return [];
  return all(app, 'leak').map(({ key, byLocal }) => {
    const way = byLocal ? `, by way of "one/leak ${key} true",` : '';
    return `"secret_access_key" of "${keyPath(app, key)}"${way} crosses from stack "one" to "two/leak ${key} ${byLocal}"`;
  });
}

/** Whether a policy checks what is in a place. */
const isChecked = (app: App, rule: RuleName, { stack, isInner }: Place): boolean =>
  all(app, 'policy').some(
    (each) => each.rule === rule && (each.at === 'app' || (each.at.stack === stack && (!each.at.isInner || isInner))),
  );

function policyFindings(app: App): string[] {
  const ofKeys = keysIn(app).flatMap((key) => [
    ...(key.permission === 'owner' && isChecked(app, 'owner', key) ? [`"${key.path}" has the permission "owner"`] : []),
    ...(!key.rotates && isChecked(app, 'rotation', key) ? [`"${key.path}" is never rotated`] : []),
  ]);
  const isPlain = ({ value }: SecretPart) => value === 'plain' || value === 'defaulted';
  const ofSecrets = PARTS.secrets
    .filter((which) => isPlain(partOf(app.secrets, which)) && isChecked(app, 'plain', partOf(app.secrets, which)))
    .map((which) => `"${secretPath(app, which)}" has plain text as "value"`);
  return [...ofKeys, ...ofSecrets];
}

const keptValues = (app: App): string[] =>
  PARTS.secrets
    .filter((which) => partOf(app.secrets, which).value === 'kept')
    .map((which) => {
      const variable = pathOf(partOf(app.secrets, which), `variable-${which}`);
      return `"${secretPath(app, which)}" has a value of SecretValue.fromEphemeral that comes from variable "${variable}"`;
    });

const spilt = (app: App): string[] =>
  all(app, 'spill').map(({ stack, how }) => `"${stack}/spill ${how}" has a SecretValue in `);
