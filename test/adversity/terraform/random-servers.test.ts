import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { newestOf, usableVersions } from '../../real/support/usable-terraforms';
import { throwDice } from '../../support/dice';
import {
  calm,
  configurationOf,
  differences,
  disturb,
  drawServer,
  fill,
  optionsOf,
  STEPS,
  type Step,
  Stranger,
} from '../provider/random-server';
import { RoughTerraform } from './rough-terraform';

/**
 * A sample of `test/adversity/provider/random-servers.test.ts` over the newest Terraform and the newest OpenTofu in turn. The
 * provider runs in this process, with its own clock. Interrupts are left to the story without a command line.
 */

const { seed } = throwDice('random servers with Terraform');
const count = 2;

const all = await usableVersions();
const tofu = all.filter(({ product }) => product === 'OpenTofu').at(-1);
const under = [newestOf(all), ...(tofu ? [tofu] : [])];

const servers = Array.from({ length: count }, (_, at) => [seed + at, under[at % under.length] ?? under[0]] as const);

it.each(servers)(
  'P35, E1: seed %i: state and service are equal, or what differs is named',
  { timeout: 600_000 },
  async (each, cli) => {
    const server = drawServer(each);
    await using emulator = await Emulator.start(optionsOf(server));
    fill(emulator, server);
    await using terraform = await RoughTerraform.start(emulator, emulator, 'attached', cli?.path);
    const { line, workspace, clock } = terraform;
    const api = server.knobs.pullSecretApi === 'full' ? { pull_secret_api: 'full' } : {};
    await terraform.settle({ lost_creates: server.lostCreates, ...api }, '1s');
    const stranger = new Stranger(emulator);
    let said = '';
    const named = new Set<string>();
    const found: string[] = [];
    let keyId = '';

    for (const step of STEPS) {
      if (step === 'import') await reimport();
      await configure(step);
      stranger.nextStep(server);
      for (let runs = 0; runs < 4; runs += 1) {
        const code = await run(runs === 0 ? step : undefined, step === 'destroy' ? 'destroy' : 'apply');
        found.push(...(await differing()).map((difference) => `${step}: ${difference}`));
        if (code === 0) break;
      }
      if (found.length > 0) break;
    }

    const words = `${cli?.product} ${JSON.stringify(server)}\n  ${found.join('\n  ')}`;
    expect(found, `${words}\n${said}`).toEqual([]);

    async function configure(step: Step): Promise<void> {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Terraform
      const parts = Object.entries(configurationOf(step, server.knobs, '${coffer_bucket.bucket.id}'));
      await terraform.configure(
        Object.fromEntries(parts.map(([address, { type, config }]) => [type, { [address]: config }])),
      );
    }

    async function run(step: Step | undefined, ...command: string[]): Promise<number> {
      clock.now += 10_000;
      emulator.clock.advance(10_000);
      disturb({ emulator, line, stranger }, server, step, { keyId: () => keyId, stop: () => undefined });
      const { code, output } = await terraform.change(...command);
      await calm({ emulator, line });
      said += output.replace(/[\s│╷╵]+/g, ' ');
      return code ?? 1;
    }

    async function differing(): Promise<string[]> {
      const resources = await workspace.state();
      keyId = String(resources.find(({ address }) => address === 'coffer_access_key.key')?.values.id ?? '');
      const ids = resources.flatMap(({ type, values }) => {
        if (type !== 'coffer_rotating_access_key') return [values.id];
        return [values.current, values.previous].map((key) => (key as { id?: string } | null)?.id);
      });
      const known = ids.filter((id) => typeof id === 'string');
      return differences(emulator, stranger, { state: JSON.stringify(resources), ids: known, said, named });
    }

    async function reimport(): Promise<void> {
      for (const { address, values } of await workspace.state()) {
        if (!['coffer_secret.secret', 'coffer_bucket.bucket'].includes(address)) continue;
        await workspace.run(['state', 'rm', address]);
        const { output } = await workspace.run(['import', '-input=false', '-no-color', address, String(values.id)]);
        said += output.replace(/[\s│╷╵]+/g, ' ');
      }
    }
  },
);
