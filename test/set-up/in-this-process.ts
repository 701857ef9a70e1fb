import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

const STARTERS = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'] as const;

/** Instead of a process: an error. A test that starts one belongs to `test/real/` or `test/adversity/`. */
function response(command: unknown): string {
  // cdktf asks when it synthesizes an import. The response is that of the oldest Terraform, whichever this machine has.
  if (command === 'terraform version') return 'Terraform v1.11.0';
  throw new Error(`A test of this process starts ${String(command)}: it belongs to test/real/.`);
}

for (const name of STARTERS) Object.assign(childProcess, { [name]: response });
syncBuiltinESMExports();
