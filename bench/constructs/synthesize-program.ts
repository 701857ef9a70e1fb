/** Synthesizes one stack in a fresh process. Takes a `Level`, a `Shape`, the number of resources and a folder for the code; prints a `Synthesis`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, TerraformStack, TerraformVariable } from 'cdktf';
import { Construct } from 'constructs';
import { AccessKey, Bucket, CofferProvider, l1, Permission, PullSecret, Secret, SecretValue, Size } from '../../src';
import type { Level, Shape, Synthesis } from './messages';

/** Returns the scope and the id of an L1. */
type Place = (stack: TerraformStack, id: string) => readonly [scope: Construct, id: string];

const QUOTA_BYTES = 2 ** 30;
const STACK = 'bench';

const [level = 'L2', shape = 'mixed', count = '1000', outdir = ''] = process.argv.slice(2) as [
  Level?,
  Shape?,
  string?,
  string?,
];
const cpuBefore = process.cpuUsage();
const began = performance.now();

const app = new App({ outdir });
const stack = new TerraformStack(app, STACK);
const at = level === 'L1' ? alone : inConstruct;
if (shape === 'key') defineKey(stack, Number(count), level === 'L2' ? undefined : at);
else if (level === 'L2') defineL2s(stack, Number(count));
else defineL1s(stack, Number(count), at);
app.synth();

const wallMs = performance.now() - began;
const { user, system } = process.cpuUsage(cpuBefore);
const synthesis: Synthesis = { wallMs, cpuMs: (user + system) / 1000, resources: countResources() };
process.stdout.write(`${JSON.stringify(synthesis)}\n`);

/** Defines a quarter of each type, as users do, in one stack. */
function defineL2s(scope: TerraformStack, resources: number): void {
  new CofferProvider(scope, 'coffer', { projectId: 'bench' });
  const value = SecretValue.fromVariable(scope, 'value', { version: '1' });
  for (let index = 0; index < resources / 4; index += 1) {
    new Secret(scope, `secret-${index}`, { secretName: `secret-${index}`, value });
    new PullSecret(scope, `pull-${index}`, { server: 'ghcr.io', username: 'someone', password: value });
    const bucket = new Bucket(scope, `bucket-${index}`, { maxSize: Size.bytes(QUOTA_BYTES), description: 'Assets' });
    new AccessKey(scope, `key-${index}`, { buckets: [bucket], permission: Permission.READ_WRITE });
  }
}

/** Opens every bucket to one key as soon as it is defined; of L1s if there is a place for them. */
function defineKey(scope: TerraformStack, buckets: number, at: Place | undefined): void {
  if (!at) {
    new CofferProvider(scope, 'coffer', { projectId: 'bench' });
    const key = new AccessKey(scope, 'key');
    for (let index = 0; index < buckets; index += 1) {
      new Bucket(scope, `bucket-${index}`, { maxSize: Size.bytes(QUOTA_BYTES) }).grantRead(key);
    }
    return;
  }
  new l1.CofferProvider(scope, 'coffer', { projectId: 'bench' });
  const bucketIds: string[] = [];
  for (let index = 0; index < buckets; index += 1) {
    bucketIds.push(new l1.Bucket(...at(scope, `bucket-${index}`), { maxSize: QUOTA_BYTES }).id);
  }
  const permissions = { read: true, write: false, owner: false };
  new l1.AccessKey(...at(scope, 'key'), { bucketIds, permissions, lifecycle: { createBeforeDestroy: true } });
}

function alone(stack: TerraformStack, id: string): ReturnType<Place> {
  return [stack, id];
}

/** As in an L2 that does nothing: shows the cost of the second node and the longer ids in CDKTF itself. */
function inConstruct(stack: TerraformStack, id: string): ReturnType<Place> {
  return [new Construct(stack, id), 'Resource'];
}

function defineL1s(scope: TerraformStack, resources: number, at: Place): void {
  new l1.CofferProvider(scope, 'coffer', { projectId: 'bench' });
  const variable = new TerraformVariable(scope, 'value', { type: 'string', sensitive: true, nullable: false });
  variable.addOverride('ephemeral', true);
  const value = variable.stringValue;
  for (let index = 0; index < resources / 4; index += 1) {
    new l1.Secret(...at(scope, `secret-${index}`), { name: `secret-${index}`, valueWo: value, valueWoVersion: '1' });
    new l1.PullSecret(...at(scope, `pull-${index}`), {
      server: 'ghcr.io',
      username: 'someone',
      passwordWo: value,
      passwordWoVersion: '1',
    });
    const bucket = new l1.Bucket(...at(scope, `bucket-${index}`), { maxSize: QUOTA_BYTES, description: 'Assets' });
    new l1.AccessKey(...at(scope, `key-${index}`), {
      bucketIds: [bucket.id],
      permissions: { read: true, write: true, owner: false },
      lifecycle: { createBeforeDestroy: true },
    });
  }
}

function countResources(): Record<string, number> {
  const file = join(outdir, 'stacks', STACK, 'cdk.tf.json');
  const { resource } = JSON.parse(readFileSync(file, 'utf8')) as { resource: Record<string, object> };
  return Object.fromEntries(Object.entries(resource).map(([type, all]) => [type, Object.keys(all).length]));
}
