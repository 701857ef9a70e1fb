import type { Emulator } from '../../emulator';
import { claim, claimEqual, claimUnreadable, folderPlace, textPlace } from './claims';
import type { Commands } from './commands';
import type { Plan, StackVariables, Stage, StateResource } from './stage';

/** The lists of the service, with the resource type behind each and the field that identifies a record to people. */
const LISTS = [
  { path: '/secrets', type: 'coffer_secret', name: 'name' },
  { path: '/s3/buckets', type: 'coffer_bucket', name: 'alias' },
  { path: '/s3/keys', type: 'coffer_access_key', name: 'access_key_id' },
] as const;

type Listed = Awaited<ReturnType<typeof listAll>>;

/** Reads all lists of the service over HTTP, like any client with the token. Returns the response bodies unchanged, too, as one text. */
export async function listAll({ baseUrl, token }: Emulator) {
  let all = '';
  const lists: ((typeof LISTS)[number] & { readonly records: readonly Readonly<Record<string, unknown>>[] })[] = [];
  for (const list of LISTS) {
    const response = await fetch(`${baseUrl}${list.path}`, { headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    claim(response.status === 200, `GET ${list.path} should return 200, but returned ${response.status}.`);
    lists.push({ ...list, records: JSON.parse(text) });
    all += text;
  }
  return { lists, text: all };
}

export const fieldsOf = (records: readonly object[]) => [...new Set(records.flatMap(Object.keys))];

/** Claims that the service lists what Terraform has created, and that no field of it is a secret. */
export function claimListed({ lists }: Listed, made: readonly StateResource[]): void {
  for (const { path, type, records } of lists) {
    const ids = made.filter((resource) => resource.type === type).map(({ values }) => values.id);
    claimEqual(`GET ${path}`, records.map(({ id }) => id).sort(), ids.sort());
    const shown = fieldsOf(records).filter((field) => /^(value|password|secret_access_key)$/.test(field));
    claimEqual(`What GET ${path} shows of secrets`, shown, []);
  }
}

/** Claims that the values have arrived, by looking behind the REST interface, as only the operator of the emulator can. */
export function claimStored({ inspect }: Emulator, made: readonly StateResource[], values: StackVariables): void {
  const heldBy = (name: string) => inspect.secretValue(String(findSecret(made, name).values.id));
  const passwords = inspect.pullSecrets().map(({ id }) => inspect.pullSecretPassword(id));
  const holds = {
    payment_api_key: heldBy('payment-api-key') === values.payment_api_key,
    session_secret: heldBy('session-secret') === values.session_secret,
    ghcr_token: passwords.length === 1 && passwords[0] === values.ghcr_token,
  };
  for (const [name, arrived] of Object.entries(holds)) {
    claim(arrived, `The service does not hold the value of ${name} that it was given.`);
  }
}

/** Claims that no place that people or programs can read contains a value; the secret halves of keys are only in the state, marked as sensitive. */
export async function claimNotReadable(
  stage: Stage,
  commands: Commands,
  made: readonly StateResource[],
  values: StackVariables,
  plans: readonly Plan[],
  responses: Listed,
): Promise<void> {
  const { payment_api_key, session_secret, ghcr_token } = values;
  const known = 'session-secret';
  const service = [
    textPlace("the service's responses", responses.text, known),
    textPlace('its request journal', JSON.stringify(stage.emulator.journal.requests()), known),
    await folderPlace('its database', stage.dataFolder, known),
  ];
  const terraform = [
    await folderPlace('state and synthesized code', stage.workFolder, known),
    textPlace("the commands' output", commands.transcript, known),
    ...plans.map(({ text, json }) => textPlace('the plan', text + json, known)),
  ];
  claimUnreadable({ payment_api_key, session_secret, ghcr_token }, [...service, ...terraform]);

  const keys = made.filter(({ type }) => type === 'coffer_access_key');
  claimUnreadable(Object.fromEntries(keys.map((key) => [key.address, String(key.values.secret_access_key)])), service);
  for (const { address, sensitive_values: marked } of keys) {
    claim(marked.secret_access_key === true, `The secret half of ${address} is not marked as sensitive.`);
  }
}

/** Requests that changed something, or tried to. */
export const writesOf = ({ journal }: Emulator) =>
  journal
    .requests()
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);

/** The changes of a plan, with only the names of the attributes. */
export const changesOf = ({ changes }: Plan) =>
  changes.map(({ address, change: { actions, before, after } }) => ({
    address,
    actions: actions.join('+'),
    attributes: Object.keys({ ...before, ...after }).filter(
      (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
    ),
  }));

/** The secret with this name among the resources. Throws a DemoError if there is none. */
export function findSecret(resources: readonly StateResource[], name: string): StateResource {
  const found = resources.find(({ type, values }) => type === 'coffer_secret' && values.name === name);
  claim(found !== undefined, `No secret ${JSON.stringify(name)} is in state.`);
  return found;
}
