import { afterEach, beforeEach, expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { codeOf, readPage } from '../../unit/repository/docs/markdown';
import { onEachTerraform } from './support/on-each-terraform';

/*
 * State in a bucket of the emulator, by Terraform's own S3 backend: encrypted and locked, as on the emulator's page.
 */

const STATE = 'terraform.tfstate';
const LOCK = `${STATE}.tflock`;
const SECRET = 'canary-in-state';

let emulator: Emulator;
let bucket: { readonly id: string; readonly alias: string };
let credentials: Readonly<Record<string, string>>;
const opened: Workspace[] = [];

beforeEach(async () => {
  emulator = await Emulator.start();
  await post('/s3/buckets', { project_id: emulator.projectId, max_size: 10 ** 8 });
  bucket = emulator.inspect.buckets()[0] as typeof bucket;
  const permissions = { read: true, write: true, owner: false };
  const key = await post('/s3/keys', { project_id: emulator.projectId, bucket_ids: [bucket.id], permissions });
  credentials = { AWS_ACCESS_KEY_ID: String(key.access_key_id), AWS_SECRET_ACCESS_KEY: String(key.secret_access_key) };
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((workspace) => workspace[Symbol.asyncDispose]()));
  await emulator.stop();
});

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${emulator.token}`, 'content-type': 'application/json' };
  const response = await fetch(emulator.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (response.status !== 201) throw new Error(`POST ${path}: ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}

/** The backend block from the emulator's page. */
function backend(): string {
  const [block = ''] = codeOf(readPage('docs/emulator/s3.md'), 'hcl');
  return block.replace('<alias of the bucket>', bucket.alias).replace('http://127.0.0.1:4281', emulator.s3Endpoint);
}

/** The workspace of one member of a team; all members share the state. */
async function member(terraform: string, input: string): Promise<Workspace> {
  const env = { ...credentials, AWS_EC2_METADATA_DISABLED: 'true' };
  const workspace = await Workspace.create(emulator, { installation: 'mirror', terraform, env });
  opened.push(workspace);
  await workspace.write(`
    ${backend()}
    resource "coffer_secret" "a" {
      name             = "a"
      value_wo         = "${SECRET}"
      value_wo_version = "1"
    }
    resource "terraform_data" "a" { input = "${input}" }
    output "a" { value = terraform_data.a.output }
  `);
  await workspace.init();
  return workspace;
}

const keys = () => emulator.inspect.objects(bucket.id).map(({ key }) => key);
const APPLY = ['apply', '-auto-approve', '-input=false', '-no-color'];

onEachTerraform('state in a bucket', (path) => {
  it('keeps its state there: encrypt and use_lockfile, from init to destroy', async () => {
    const first = await member(path, 'one');
    await first.apply();
    const second = await member(path, 'one');

    const output = await second.must(['output', '-raw', 'a']);
    const { changes } = await second.plan();
    await second.destroy();

    expect(output.stdout).toBe('one');
    expect(changes).toEqual([]);
    expect(emulator.inspect.secrets()).toEqual([]);
  });

  it('of two applies at the same time the lock refuses one, which then goes through', async () => {
    const [first, second] = [await member(path, 'one'), await member(path, 'two')];
    // The first apply is paused while it writes its state, when it holds the lock.
    const writesState = {
      operation: 'PutObject',
      skip: 1,
      times: 1,
      pause: true,
      where: { keyPrefix: STATE },
    } as const;
    const fault = emulator.faults.add(writesState);

    const applying = first.run(APPLY);
    await fault.whenMet();
    const locked = keys();
    const refused = await second.run(APPLY);
    fault.remove();
    const applied = await applying;
    const after = await second.run(APPLY);

    expect(locked).toEqual([LOCK]);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('Error acquiring the state lock');
    expect(refused.output).toContain('PreconditionFailed');
    expect([applied.code, after.code]).toEqual([0, 0]);
    expect((await first.must(['output', '-raw', 'a'])).stdout).toBe('two');
    expect(keys()).toEqual([STATE]);
    expect(applied.output + refused.output + after.output).not.toContain(SECRET);
    const puts = emulator.journal.requests({ operation: 'PutObject' });
    expect(puts.map(({ key }) => key)).toEqual(expect.arrayContaining([STATE, LOCK]));
    // The journal names the knob at every request for encryption, and the emulator refuses none of them.
    expect(puts.every(({ assumptions }) => assumptions.includes('serverSideEncryption'))).toBe(true);
    expect(emulator.journal.unmatched()).toEqual([]);
  });
});
