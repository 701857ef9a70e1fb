import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { type Canaries, Searched } from './support/canaries';

/**
 * A provider with unexpected failures and a secret in the message of each exception, as in messages of the JavaScript engine.
 * Node's option to preload a module makes the built program fail this way.
 */

const CANARIES: Canaries = { value: 'canary/secret "value"', token: 'canary-token/+=' };

/** Throws where a request body is serialized, and also where nothing catches it: in a timer and in a promise. */
const SABOTAGE = `
  const stringify = JSON.stringify;
  JSON.stringify = (value, ...rest) => {
    if (typeof value?.value !== 'string') return stringify(value, ...rest);
    const words = 'cannot write ' + value.value + '\\n    at ' + process.env.COFFER_TOKEN;
    setTimeout(() => { throw new RangeError(words); });
    void Promise.reject(new EvalError(words));
    throw new TypeError(words);
  };
`;

it('what the provider says of an exception that nobody expected holds no word of it', async () => {
  await using emulator = await Emulator.start({ tokens: [String(CANARIES.token)] });
  await using workspace = await Workspace.create(emulator, {
    build: 'node',
    installation: 'dev_overrides',
    env: { TF_LOG: 'TRACE', TF_VAR_value: CANARIES.value },
  });
  const sabotage = join(workspace.folder, 'sabotage.cjs');
  await writeFile(sabotage, SABOTAGE);
  await workspace.write(`
    variable "value" {
      type      = string
      ephemeral = true
    }
    resource "coffer_secret" "s" {
      name             = "s"
      value_wo         = var.value
      value_wo_version = "1"
    }
  `);

  const apply = ['apply', '-auto-approve', '-input=false', '-no-color'];
  const { code, stdout, stderr } = await workspace.run(apply, { env: { NODE_OPTIONS: `--require=${sabotage}` } });

  const searched = new Searched();
  searched.add('terminal', stdout);
  searched.add('log', stderr);
  await searched.addFolder('folder', workspace.folder);
  expect(searched.findings(CANARIES)).toEqual({});
  expect(code).toBe(1);
  expect(stderr).toContain('The provider has a bug (TypeError)');
  // The logs show where each of the three was thrown.
  for (const name of ['TypeError', 'RangeError', 'EvalError']) {
    expect(searched.at('log')).toMatch(new RegExp(`${name}\n[ |]+at .*sabotage`));
  }
  expect(emulator.inspect.secrets()).toEqual([]);
});
