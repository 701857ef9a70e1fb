import { randomBytes } from 'node:crypto';
import { relative } from 'node:path';
import { inRoot } from '../support/paths';
import { claim, claimEqual } from './claims';
import type { Commands } from './commands';
import * as evidence from './evidence';
import type { Narrator, Say } from './narrator';
import { MADE, type StackVariables, type Stage, type StateResource } from './stage';

const { changesOf, claimListed, claimStored, fieldsOf, findSecret, listAll, writesOf } = evidence;

export const STEPS = 8;

/** Prints nothing that it has not checked first. Throws a DemoError at the first claim that does not hold, a CommandError if a command fails. */
export async function tellStory(narrator: Narrator, stage: Stage, commands: Commands): Promise<void> {
  const values = firstVariables();
  const next = { ...values, session_secret: drawSessionSecret(), session_secret_version: '2' };
  const notReadable = evidence.claimNotReadable.bind(undefined, stage, commands);

  await narrator.step('Build the provider', async (say) => {
    say(relative(inRoot(), await stage.buildProvider()));
  });

  await narrator.step('Start the emulator', async (say) => {
    await stage.start();
    await stage.prepare();
    say(`REST interface  ${stage.emulator.baseUrl}`);
    say(`S3 endpoint     ${stage.emulator.s3Endpoint}`);
  });

  const made = await narrator.step('cdktf deploy: examples/constructs/web-app', async (say) => {
    await stage.cdktf(['deploy'], values, showProgress(say));
    const resources = await stage.state(values);
    claimEqual(
      'What is in state',
      resources.map(({ type }) => type),
      MADE,
    );
    say('Made:');
    for (const resource of resources) say(`  ${describe(resource)}`);
    return resources;
  });

  const listed = await narrator.step('Ask the service what it has', async (say) => {
    const responses = await listAll(stage.emulator);
    claimListed(responses, made);
    for (const { path, records, name } of responses.lists) {
      say(`GET ${path} shows ${fieldsOf(records).join(', ')}`);
      for (const record of records) say(`  ${String(record[name]).padEnd(28)}${record.id}`);
    }
    say('Pull secrets: the service has no call that lists them.');
    return responses;
  });

  const second = await narrator.step('Plan again', async (say) => {
    const plan = await stage.plan(values);
    claimEqual('A second plan', changesOf(plan), []);
    say('No changes: the second plan is empty.');
    return plan;
  });

  await narrator.step('Look for the secret values', async (say) => {
    claimStored(stage.emulator, made, values);
    say('The service holds all three values, as they were given to it.');
    await notReadable(made, values, [second], listed);
    say("None of them can be read in the state, the plan, the code, the commands' output,");
    say("the service's responses, its request journal or its database.");
    say('The access keys have secret halves, which the service shows once: it does not show them');
    say('again, and in the state they are marked as sensitive.');
  });

  await narrator.step('Rotate the session secret: a new value, and version 2', async (say) => {
    const plan = await stage.plan(next);
    const { address } = findSecret(made, 'session-secret');
    const update = { address, actions: 'update', attributes: ['value_wo_version'] };
    claimEqual('The plan of the rotation', changesOf(plan), [update]);
    say(`The plan is one update: value_wo_version of ${address}.`);
    const before = writesOf(stage.emulator).length;
    await stage.cdktf(['deploy', '--skip-synth'], next, showProgress(say));
    claimEqual('What the rotation wrote', writesOf(stage.emulator).slice(before), ['PUT /secrets']);
    claimStored(stage.emulator, made, next);
    say('One request has written: PUT /secrets. The service holds the new value, and the others as before.');
    const after = await stage.plan(next);
    claimEqual('The plan after the rotation', changesOf(after), []);
    const responses = await listAll(stage.emulator);
    for (const searched of [values, next]) await notReadable(made, searched, [plan, after], responses);
    say('The next plan is empty, and neither the old nor the new value can be read anywhere.');
  });

  await narrator.step('cdktf destroy', async (say) => {
    const output = await stage.cdktf(['destroy', '--skip-synth'], next, showProgress(say));
    claimEqual('What is in state', (await stage.state(next)).length, 0);
    for (const { path, records } of (await listAll(stage.emulator)).lists) claimEqual(`GET ${path}`, records, []);
    say('The state is empty, and the service lists no secret, no bucket and no key.');
    tellWhatIsLeft(say, stage, made, output);
  });
}

function tellWhatIsLeft(say: Say, stage: Stage, made: readonly StateResource[], output: string): void {
  const ids = made.filter(({ type }) => type === 'coffer_pull_secret').map(({ values }) => values.id);
  const left = stage.emulator.inspect.pullSecrets();
  claimEqual(
    'What is left at the service',
    left.map(({ id }) => id),
    ids,
  );
  const [, warning = ''] = output.split('Pull secret stays at the service');
  for (const { id, server } of left) {
    claim(warning.includes(id), `Terraform should warn that pull secret ${id} is left, but does not.`);
    say(`Left at the service: pull secret ${id} (${server}).`);
  }
  say('The service has no call that deletes a pull secret, and Terraform has warned of it.');
}

/** Prints one line per resource that Terraform has finished, and nothing else of its long output. */
function showProgress(say: Say): (line: string) => void {
  const signs: Record<string, string> = { Creation: '+', Modifications: '~', Destruction: '-' };
  return (line) => {
    const [, address, verb = ''] = /(coffer_\w+\.\w+): (Creation|Modifications|Destruction) complete/.exec(line) ?? [];
    if (address) say(`${signs[verb]} ${address}`);
  };
}

/** For people: the kind, the name and other details of a resource, by its type. */
const WORDS: Readonly<
  Record<StateResource['type'], (values: StateResource['values']) => readonly [string, unknown, string?]>
> = {
  coffer_secret: ({ name }) => ['secret', name],
  coffer_pull_secret: ({ server }) => ['pull secret', server],
  coffer_bucket: ({ alias, max_size, endpoint }) => ['bucket', alias, `  at most ${max_size} bytes, at ${endpoint}`],
  coffer_access_key: ({ access_key_id, permissions }) => ['access key', access_key_id, `  may ${granted(permissions)}`],
};

function describe({ type, values }: StateResource): string {
  const [kind, name, detail = ''] = WORDS[type](values);
  return `${kind.padEnd(12)}${String(name).padEnd(28)}${values.id}${detail}`;
}

const granted = (permissions: unknown) =>
  Object.entries(permissions as Record<string, boolean>)
    .filter(([, allowed]) => allowed)
    .map(([name]) => name)
    .join(' and ');

/** Initial values: the demo plays the user, who has an API key and a GitHub token, and generates the session secret. */
function firstVariables(): StackVariables {
  return {
    payment_api_key: `pay_live_${randomBytes(18).toString('hex')}`,
    session_secret: drawSessionSecret(),
    session_secret_version: '1',
    ghcr_username: 'octocat',
    ghcr_token: `ghp_${randomBytes(18).toString('hex')}`,
  };
}

const drawSessionSecret = () => randomBytes(32).toString('base64url');
