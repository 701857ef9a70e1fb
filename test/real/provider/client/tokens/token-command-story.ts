import { existsSync } from 'node:fs';
import { TokenCommand } from '../../../../../provider/client';

/** A process of `token-command.test.ts`: starts a long token command, and exits before it ends. */

const [, , file = ''] = process.argv;
const script = 'echo canary-of-stderr >&2; echo $$ >"$1.new"; mv "$1.new" "$1"; sleep 600';
const command = new TokenCommand('COFFER_TOKEN_COMMAND', {
  argv: ['sh', '-c', script, 'sh', file],
  timeoutMs: 600_000,
  variables: process.env,
  now: Date.now,
});
void command.fetch();
setInterval(() => existsSync(file) && process.exit(0), 20);
