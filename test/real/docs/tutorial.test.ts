import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TerraformCli } from '../../../scripts/support/terraform';
import { sampled } from '../../support/dice';
import { readPage } from '../../unit/repository/docs/markdown';
import { usableVersions } from '../support/usable-terraforms';
import { freshClone } from './fresh-clone';
import { edited, isHcl, nameOf, type Step, stepsOf } from './hcl';
import { expectSeen } from './outcomes';
import { Terminal } from './terminal';

/** One configuration, from the first apply to the last. */
const GUIDE = 'docs/guides/getting-started.md';
const START = /^npm run --silent emulator\b/;

const lines = sampled(`command lines for ${GUIDE}`, await usableVersions(), 1);

let clone: string;
beforeAll(async () => {
  clone = await freshClone();
}, 300_000);
afterAll(() => rm(clone, { recursive: true, force: true }));

it.each(lines.map((cli) => [`${cli.product} ${cli.version}`, cli] as const))(
  'the guide is typed in a fresh clone, with %s',
  async (_name, cli) => {
    await using terminal = await Terminal.empty();
    const reader = new Reader(terminal, cli);
    await reader.arrive();

    for (const step of stepsOf(GUIDE, readPage(GUIDE).text, ['sh', 'hcl', 'shell'])) await reader.follow(step);

    expect(reader.output).toContain('Destroy complete! Resources: 3 destroyed.');
    expect(await reader.state()).not.toContain('"type": "coffer_');
    await terminal.interrupt();
    expect(terminal.isBusy).toBe(false);
  },
  300_000,
);

/** Somebody with a clone, an empty folder and two terminals, who types what the pages say. */
class Reader {
  /** Of the last commands. */
  output = '';

  constructor(
    private readonly terminal: Terminal,
    private readonly cli: TerraformCli,
  ) {}

  /** What the pages take for granted: Terraform or OpenTofu on the PATH. */
  async arrive(): Promise<void> {
    await this.terminal.addProgram(this.#program, `#!/bin/sh\nexec '${this.cli.path}' "$@"\n`);
  }

  async follow(step: Step): Promise<void> {
    if (isHcl(step)) await this.#write(step);
    else if (step.kind === 'sh') await this.#typeInClone(step);
    else await this.#type(step);
  }

  /** Empty before the first apply. */
  async state(): Promise<string> {
    const file = join(this.terminal.folder, 'terraform.tfstate');
    return existsSync(file) ? await readFile(file, 'utf8') : '';
  }

  get #program(): string {
    return this.cli.product === 'OpenTofu' ? 'tofu' : 'terraform';
  }

  async #write({ code, marks }: Step): Promise<void> {
    const file = join(this.terminal.folder, 'main.tf');
    expect(existsSync(file)).toBe(marks.includes('edits'));
    await writeFile(file, marks.includes('edits') ? edited(await readFile(file, 'utf8'), code) : code);
  }

  async #typeInClone(step: Step): Promise<void> {
    for (const line of step.code.trim().split('\n')) {
      if (START.test(line)) await this.terminal.startEmulator(line, clone);
      else await this.#succeed(step, line, clone);
    }
  }

  async #type(step: Step): Promise<void> {
    const typed = step.code.replaceAll('/path/to/coffer', clone).replaceAll(/^terraform\b/gm, this.#program);
    const output = await this.#succeed(step, typed);
    expectSeen(step, { output, state: await this.state() });
    if (/ apply$/m.test(step.code)) await this.#succeed(step, `${this.#program} plan -detailed-exitcode`);
    this.output = output;
  }

  async #succeed(step: Step, commands: string, folder?: string): Promise<string> {
    const { code, output } = await this.terminal.type(commands, folder);
    expect({ at: nameOf(step), code }, `${commands}\n${output}`).toMatchObject({ code: 0 });
    return output;
  }
}
