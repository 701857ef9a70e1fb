/** Synthesizes one stack in a fresh process. Is told a `Task`; prints a `Synthesis`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, TerraformStack, TerraformVariable } from 'cdktf';
import { Construct } from 'constructs';
import { AccessKey, Bucket, CofferProvider, l1, Permission, PullSecret, Secret, SecretValue, Size } from '../../src';
import { told } from '../support/program-message';
import type { Synthesis, Task } from './messages';

const QUOTA_BYTES = 2 ** 30;
const STACK = 'bench';
const PROVIDER = { projectId: 'bench' };

const { level, shape, count, outdir } = told<Task>();
const cpuBefore = process.cpuUsage();
const began = performance.now();

const app = new App({ outdir });
const stack = new TerraformStack(app, STACK);
/** Resources of the mixed stack by type, and buckets of the other. */
const indices = Array.from({ length: shape === 'key' ? count : Math.ceil(count / 4) }, (_, index) => index);
if (level === 'L2') {
  new CofferProvider(stack, 'coffer', PROVIDER);
  if (shape === 'key') defineKey();
  else defineL2s();
} else {
  new l1.CofferProvider(stack, 'coffer', PROVIDER);
  if (shape === 'key') defineL1Key();
  else defineL1s();
}
app.synth();

const wallMs = performance.now() - began;
const { user, system } = process.cpuUsage(cpuBefore);
const synthesis: Synthesis = { wallMs, cpuMs: (user + system) / 1000, resources: countResources() };
process.stdout.write(`${JSON.stringify(synthesis)}\n`);

/** Defines a quarter of each type, as users do, in one stack. */
function defineL2s(): void {
  const value = SecretValue.fromVariable(stack, 'value', { version: '1' });
  for (const index of indices) {
    new Secret(stack, `secret-${index}`, { secretName: `secret-${index}`, value });
    new PullSecret(stack, `pull-${index}`, { server: 'ghcr.io', username: 'someone', password: value });
    const bucket = new Bucket(stack, `bucket-${index}`, { maxSize: Size.bytes(QUOTA_BYTES), description: 'Assets' });
    new AccessKey(stack, `key-${index}`, { buckets: [bucket], permission: Permission.READ_WRITE });
  }
}

/** Opens every bucket to one key as soon as it is defined. */
function defineKey(): void {
  const key = new AccessKey(stack, 'key');
  for (const index of indices) {
    new Bucket(stack, `bucket-${index}`, { maxSize: Size.bytes(QUOTA_BYTES) }).grantRead(key);
  }
}

/** Where an L1 goes: into the stack, or into a construct that does nothing, which shows the cost in CDKTF of a second node and longer ids. */
function at(id: string): readonly [scope: Construct, id: string] {
  return level === 'L1' ? [stack, id] : [new Construct(stack, id), 'Resource'];
}

function defineL1s(): void {
  const variable = new TerraformVariable(stack, 'value', { type: 'string', sensitive: true, nullable: false });
  variable.addOverride('ephemeral', true);
  const value = variable.stringValue;
  for (const index of indices) {
    new l1.Secret(...at(`secret-${index}`), { name: `secret-${index}`, valueWo: value, valueWoVersion: '1' });
    new l1.PullSecret(...at(`pull-${index}`), {
      server: 'ghcr.io',
      username: 'someone',
      passwordWo: value,
      passwordWoVersion: '1',
    });
    const bucket = new l1.Bucket(...at(`bucket-${index}`), { maxSize: QUOTA_BYTES, description: 'Assets' });
    new l1.AccessKey(...at(`key-${index}`), {
      bucketIds: [bucket.id],
      permissions: { read: true, write: true, owner: false },
      lifecycle: { createBeforeDestroy: true },
    });
  }
}

function defineL1Key(): void {
  const bucketIds = indices.map((index) => new l1.Bucket(...at(`bucket-${index}`), { maxSize: QUOTA_BYTES }).id);
  const permissions = { read: true, write: false, owner: false };
  new l1.AccessKey(...at('key'), { bucketIds, permissions, lifecycle: { createBeforeDestroy: true } });
}

function countResources(): Record<string, number> {
  const file = join(outdir, 'stacks', STACK, 'cdk.tf.json');
  const { resource } = JSON.parse(readFileSync(file, 'utf8')) as { resource: Record<string, object> };
  return Object.fromEntries(Object.entries(resource).map(([type, all]) => [type, Object.keys(all).length]));
}
