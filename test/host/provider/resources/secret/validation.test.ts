import { describe, expect, it } from 'vitest';
import { summaries } from '../support/bench';
import { shareSecrets, TYPE } from './support';

const { bench } = shareSecrets();

describe('validation', () => {
  it.each([
    ['both values', { name: 'a', value: 'v', value_wo: 'w' }, ['Conflicting attributes'], 'value_wo'],
    ['an empty value', { name: 'a', value: '' }, ['Invalid value'], 'value'],
    ['a bad name', { name: 'Not_good', value: 'v' }, ['Invalid value'], 'name'],
    [
      'a version of nothing',
      { name: 'a', value: 'v', value_wo_version: '1' },
      ['Version without a write-only value'],
      'value_wo_version',
    ],
    ['a bad encoding', { name: 'a', value: 'v', value_encoding: 'hex' }, ['Invalid value'], 'value_encoding'],
    [
      'P22: base64 with line breaks',
      { name: 'a', value: 'aGk=\n', value_encoding: 'base64' },
      ['Invalid base64'],
      'value',
    ],
    [
      'P22: base64 of the URL alphabet',
      { name: 'a', value: 'a-_=', value_encoding: 'base64' },
      ['Invalid base64'],
      'value',
    ],
    [
      'P22: base64 without padding',
      { name: 'a', value_wo: 'aGk', value_encoding: 'base64' },
      ['Invalid base64'],
      'value_wo',
    ],
    ['P13: no value on create', { name: 'a' }, ['Missing value'], 'value_wo'],
  ])('refuses %s', async (_name, config, expected, attribute) => {
    const { diagnostics } = await bench.host.plan(TYPE, config as unknown as Record<string, string>);

    expect(summaries(diagnostics)).toEqual(expected.map((summary) => `error: ${summary}`));
    expect(diagnostics[0]?.path).toEqual([{ attribute }]);
  });

  it('never shows a value', async () => {
    const { diagnostics } = await bench.host.plan(TYPE, {
      name: 'a',
      value: 'canary\n',
      value_wo: 'canary-',
      value_encoding: 'base64',
    });

    expect(diagnostics.length).toBeGreaterThan(1);
    expect(JSON.stringify(diagnostics)).not.toContain('canary');
  });
});
