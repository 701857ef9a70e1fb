import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Emulator } from '../../emulator';
import { Workspace } from '../support/workspace';
import { blocksOf } from './hcl';
import { readPage } from './markdown';

const PAGE = readPage('docs/guides/getting-started.md');

it('a reader who does what the guide says, in order, sees what it promises', async () => {
  await using emulator = await Emulator.start();
  const { inspect } = emulator;
  await using workspace = await Workspace.create(emulator, { installation: 'mirror' });
  const reader = new Reader(workspace);
  const storedValue = (name: string) => {
    const secret = inspect.secrets().find((one) => one.name === name);
    return secret && inspect.secretValue(secret.id)?.toString();
  };

  const first = await reader.follow('The first apply');
  expect(first.at(-1)).toContain('No changes.');
  expect(storedValue('db-password')).toBe('correct horse');
  expect(await workspace.read('terraform.tfstate')).not.toContain('correct horse');

  const [second] = await reader.follow('Send a new value');
  expect(second).toContain('Plan: 0 to add, 1 to change, 0 to destroy.');
  expect(storedValue('db-password')).toBe('battery staple');
  expect(await workspace.read('terraform.tfstate')).not.toContain('battery staple');

  const [third] = await reader.follow('A bucket and a key');
  const [bucket] = inspect.buckets();
  expect(third).toContain(`bucket = "${bucket?.alias}"`);
  const [, secretHalf = ''] = /AWS_SECRET_ACCESS_KEY="?([^"\n]+)/.exec(storedValue('uploads-key') ?? '') ?? [];
  expect(secretHalf).not.toBe('');
  expect(await workspace.read('terraform.tfstate')).not.toContain(secretHalf);

  const [fourth] = await reader.follow('Change the bucket');
  expect(fourth).toContain('Plan: 0 to add, 1 to change, 0 to destroy.');
  expect(inspect.buckets()).toMatchObject([
    { id: bucket?.id, maxSize: 10n * 1024n ** 3n, description: 'Files that visitors send us' },
  ]);

  await reader.follow('Clean up');
  expect([inspect.secrets(), inspect.buckets(), inspect.accessKeys()]).toEqual([[], [], []]);
  expect(reader.followed).toEqual(sections().slice(1));
});

const sections = () => [...PAGE.text.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);

/** Writes the files that a section shows, under the names that the sentence before each says, and types its commands. */
class Reader {
  readonly followed: string[] = [];
  readonly #env: Record<string, string> = {};

  constructor(readonly workspace: Workspace) {}

  /** Gives what each command of Terraform printed. */
  async follow(title: string): Promise<readonly string[]> {
    this.followed.push(title);
    const text = PAGE.text.split(/^## /m).find((section) => section.startsWith(`${title}\n`)) ?? '';
    for (const { line, code } of blocksOf(PAGE.path, text)) {
      const above = text.split('\n').slice(0, line).join('\n');
      const file = [...above.matchAll(/`(\w+\.tf)`/g)].at(-1)?.[1];
      if (file === undefined) throw new Error(`"${title}" does not say which file to write`);
      await writeFile(join(this.workspace.folder, file), code);
    }
    const printed: string[] = [];
    const commands = [...text.matchAll(/```shell\n([\s\S]*?)```/g)].flatMap(([, code = '']) => code.trim().split('\n'));
    for (const command of commands) {
      const [, name, value] = /^export (\w+)='(.*)'$/.exec(command) ?? [];
      if (name !== undefined && value !== undefined) this.#env[name] = value;
      else printed.push(await this.#type(command.replace(/ *#.*/, '')));
    }
    return printed;
  }

  /** A reader answers yes where Terraform asks. */
  async #type(command: string): Promise<string> {
    const [program, verb = ''] = command.split(' ');
    if (program !== 'terraform') throw new Error(`not a command of this page: ${command}`);
    const yes = ['apply', 'destroy'].includes(verb) ? ['-auto-approve'] : [];
    const { output } = await this.workspace.must([verb, ...yes, '-no-color'], { env: this.#env });
    return output;
  }
}
