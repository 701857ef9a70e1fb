import { stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';
import type { Emulator } from '../../../emulator';
import { markOf, marksOf, nameOf, type Step } from './hcl';

/** What a step has come to. */
export interface Outcome {
  /** Everything that its commands printed. */
  readonly output: string;
  readonly state: string;
  readonly isOpenTofu: boolean;
}

/**
 * Asserts what the text promises of a step:
 *
 * - `plans: 0 to add, 1 to change, 0 to destroy`, or `plans: nothing`;
 * - `calls: createAccessKey, updateSecret`, or `calls: none`: what is written at the service, in any order; `calls in OpenTofu: …` where
 *   that is different;
 * - `prints: TEXT`: among what the commands print, on one line; also `# TEXT` behind a command;
 * - `holds: NAME = VALUE`: a secret of that name has that value at the service;
 * - `state lacks: TEXT`.
 */
export function expectOutcome(
  step: Step,
  { output, state, isOpenTofu }: Outcome,
  { journal, inspect }: Emulator,
): void {
  const at = nameOf(step);
  expectSeen(step, { output, state });
  for (const holds of marksOf(step, 'holds')) {
    const [name, value] = holds.split(' = ');
    const values = inspect.secrets().flatMap((one) => (one.name === name ? [`${inspect.secretValue(one.id)}`] : []));
    expect(values, at).toEqual([value]);
  }
  const calls = (isOpenTofu ? markOf(step, 'calls in OpenTofu') : undefined) ?? markOf(step, 'calls');
  if (calls === undefined) return;
  const written = journal
    .requests()
    .flatMap(({ operation = '' }) => (/^(create|update|delete)[A-Z]/.test(operation) ? [operation] : []));
  expect({ at, calls: written.sort() }, output).toEqual({
    at,
    calls: calls === 'none' ? [] : calls.split(', ').sort(),
  });
}

/** Asserts what a step promises of its output and of the state. */
export function expectSeen(step: Step, { output, state }: Pick<Outcome, 'output' | 'state'>): void {
  const at = nameOf(step);
  const printed = stripVTControlCharacters(output).replace(/[\s│╷╵]+/g, ' ');
  const plans = markOf(step, 'plans');
  if (plans !== undefined) expect(printed, at).toContain(plans === 'nothing' ? 'No changes.' : `Plan: ${plans}`);
  for (const text of [...marksOf(step, 'prints'), ...promisedIn(step)]) expect(printed, at).toContain(text);
  for (const text of marksOf(step, 'state lacks')) expect(state, at).not.toContain(text);
}

/** Marks that say what comes of a step. */
export const OUTCOMES = /^(plans|calls|calls in OpenTofu|prints|holds|state lacks): \S/;

/** What a comment behind a command says of its output. */
export const promisedIn = ({ kind, code }: Step): string[] =>
  kind === 'shell' ? [...code.matchAll(/^(?!#).+? # (.+)$/gm)].map(([, text = '']) => text) : [];
