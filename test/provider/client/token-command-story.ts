import { existsSync } from 'node:fs';
import { TokenCommand } from '../../../provider/client';

/** What `token-command.test.ts` runs as a process: a command that would go on, and an end before it. */

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
