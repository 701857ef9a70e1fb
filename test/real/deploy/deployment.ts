import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import { type App, LocalBackend, TerraformStack } from 'cdktf';
import { onTestFinished, vi } from 'vitest';
import { claimUnreadable, folderPlace } from '../../../scripts/demo/claims';
import { clientFor } from '../../host/emulator/s3/support';
import { makeApp, makeStack } from '../../host/src/support';
import { type Target, Workspace } from '../../support/workspace';

/** Must be found in every place that is searched for secrets. */
const KNOWN = 'coffer/coffer';

export interface DeployOptions {
  /** Input variables by name. Those whose values begin with `canary` are secret. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Environment variables of Terraform. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Credentials as `outputCredentials` outputs them. */
export interface Credentials {
  readonly access_key_id: string;
  readonly secret_access_key: string;
  readonly endpoint: string;
}

/** A stack of constructs, laid out for the real Terraform. */
export class Deployment {
  constructor(readonly workspace: Workspace) {}

  /** Applies, with input variables that are new or changed. */
  async apply(variables: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.workspace.must(['apply', '-auto-approve', '-input=false', '-no-color'], { env: inputs(variables) });
  }

  /** Applies another version of the stack, which has the same name and state. */
  async change(build: (stack: TerraformStack) => void): Promise<void> {
    const app = makeApp();
    const stack = makeStack(app);
    build(stack);
    const { folder } = this.workspace;
    new LocalBackend(stack, { path: join(folder, STATE) });
    app.synth();
    await copyFile(join(app.outdir, 'stacks', stack.node.id, 'cdk.tf.json'), join(folder, 'main.tf.json'));
    await this.apply();
  }

  outputs<T extends object>(): Promise<T> {
    return this.workspace.outputs<T>();
  }

  /** The file of the state. */
  readState(): Promise<string> {
    return this.workspace.read(STATE);
  }
}

/** Synthesizes one stack with a provider and applies it. Everything is removed when the test ends. */
export async function deploy(
  target: Target,
  build: (stack: TerraformStack) => void,
  options: DeployOptions = {},
): Promise<Deployment> {
  const [deployment] = await layOut(target, (app) => build(makeStack(app)), options);
  if (!deployment) throw new Error('no stack was made');
  await deployment.apply();
  return deployment;
}

/**
 * Synthesizes an app and puts each of its stacks into a workspace for Terraform. The synthesized files must not contain any secret,
 * although all secrets are in the environment. Returns the stacks in the order of definition.
 */
export async function layOut(
  target: Target,
  build: (app: App) => void,
  { variables = {}, env = {} }: DeployOptions = {},
): Promise<readonly Deployment[]> {
  const app = makeApp();
  const given = inputs(variables);
  const canaries = Object.entries(given).filter(([, value]) => value.startsWith('canary'));
  const secrets = target.token === '' ? canaries : [...canaries, ['COFFER_TOKEN', target.token] as const];
  for (const [name, value] of secrets) vi.stubEnv(name, value);
  build(app);
  const laidOut: [TerraformStack, Workspace][] = [];
  for (const stack of app.node.findAll().filter(TerraformStack.isStack)) {
    const workspace = await Workspace.create(target, { env: { ...given, ...env } });
    onTestFinished(() => workspace[Symbol.asyncDispose]());
    new LocalBackend(stack, { path: join(workspace.folder, STATE) });
    laidOut.push([stack, workspace]);
  }
  app.synth();
  vi.unstubAllEnvs();
  claimUnreadable(Object.fromEntries(secrets), [await folderPlace('the synthesized files', app.outdir, KNOWN)]);
  for (const [{ node }, workspace] of laidOut) {
    await copyFile(join(app.outdir, 'stacks', node.id, 'cdk.tf.json'), join(workspace.folder, 'main.tf.json'));
    // The provider is attached: this is for the backend.
    await workspace.must(['init', '-input=false', '-no-color']);
  }
  return laidOut.map(([, workspace]) => new Deployment(workspace));
}

/** A client with the credentials of an output. */
export function clientWith({ access_key_id, secret_access_key, endpoint }: Credentials): S3Client {
  return clientFor({ s3Endpoint: endpoint }, { accessKeyId: access_key_id, secretAccessKey: secret_access_key });
}

const STATE = 'terraform.tfstate';

const inputs = (variables: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [`TF_VAR_${name}`, value]));
