import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { START } from '../../../../emulator/cli/flags';
import { PROBE } from '../../../../emulator/cli/probe';
import { SAVE_SEED } from '../../../../emulator/cli/save-seed';

describe.each(Object.entries({ START, PROBE, SAVE_SEED }))('the flags of %s', (_name, command) => {
  it('each have one line of help, which says what it is for, and what stands for its value', () => {
    const lines = command.help('About it.').split('\n');

    expect(lines[0]).toMatch(/^Usage: coffer-emulator(?: [a-z-]+)? \[flags\]$/);
    expect(lines).toContain('About it.');
    for (const { name, placeholder, says } of command.flags) {
      expect(name).toMatch(/^[a-z0-9-]{2,}$/);
      expect(says, name).toMatch(/^\S.{6,}[\w)]$/);
      if (placeholder !== undefined) expect(placeholder).toMatch(/^[a-z][a-z=]+$/);
      const flag = placeholder === undefined ? `--${name}` : `--${name} <${placeholder}>`;
      expect(lines.filter((line) => line.startsWith(`  ${flag} `))).toEqual([`  ${flag.padEnd(22)} ${says}`]);
    }
  });

  it('are all understood, and another one is named', () => {
    const given = command.flags.flatMap(({ name, placeholder }) =>
      placeholder === undefined ? [`--${name}`] : [`--${name}`, 'x'],
    );

    const { values, on, problems } = command.read([...given, '--no-such', 'word']);

    expect(Object.keys(values).length + on.size).toBe(command.flags.length);
    expect(problems).toEqual(['There is no flag --no-such.', '"word" is not a flag.']);
    expect(on.has('help' as never)).toBe(true);
  });
});

test.each(Object.entries({ PROBE, SAVE_SEED }))('%s: help wins over wrong flags', async (_, command) => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => void written.mockRestore());
  const work = vi.fn();

  expect(await command.run(['--nope', '--help'], ['About it.'], work, work)).toBe(0);

  expect(written.mock.calls).toEqual([[command.help('', 'About it.')]]);
  expect(work).not.toHaveBeenCalled();
});
