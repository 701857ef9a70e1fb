import { expect, it } from 'vitest';
import { Emulator } from '../../emulator';
import { codeOf, readPage } from './markdown';

/** A line of `curl` as the page has it: the header, the body, and the path behind the usual address. */
const CURL = /^curl -H '([\w-]+): ([^']+)' -d '([^']+)' http:\/\/127\.0\.0\.1:4280(\/\S+)$/;

const lines = codeOf(readPage('emulator/README.md'), 'sh')
  .flatMap((code) => code.trim().split('\n'))
  .filter((line) => line.startsWith('curl '));

it.each(lines)('what the page of the emulator asks with curl gets the response that it promises: %s', async (line) => {
  await using emulator = await Emulator.start({ dialect: 'extended' });
  const [, name = '', type = '', body = '', path = ''] = CURL.exec(line) ?? [];
  const ofPull = path.includes('/pull/');
  const given = JSON.parse(body) as Record<string, string>;
  emulator.seedFrom({
    secrets: [{ id: 'secret-1', name: 'one', value: given.value ?? 'other' }],
    pull_secrets: [{ id: 'pull-1', server: 'ghcr.io', username: 'me', password: given.password ?? 'other' }],
  });
  const ask = async (sent: object) => {
    const url = emulator.baseUrl + path.replace('<id>', ofPull ? 'pull-1' : 'secret-1');
    const response = await fetch(url, { method: 'POST', headers: { [name]: type }, body: JSON.stringify(sent) });
    return response.json();
  };

  expect(await ask(given)).toEqual({ matches: true });
  expect(await ask({ ...given, [ofPull ? 'password' : 'value']: 'another' })).toEqual({ matches: false });
});

it('there are such lines', () => {
  expect(lines).toHaveLength(2);
});
