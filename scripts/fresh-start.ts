import { dirname, join } from 'node:path';
import { temporaryFolder } from './support/folders';
import { main } from './support/main';
import { bin, ROOT } from './support/paths';
import { must } from './support/run';

/**
 * Runs README's first command like a new user: `tsx scripts/fresh-start.ts [10 11 12]`, each number a major version of npm.
 *
 * Every npm gets a fresh clone of the last commit, and an empty cache. npm 10 runs on the machine's own Node, the others on the
 * project's Node, because npm 12 needs Node 22.22 or newer. Prints the duration and the warnings of npm; exits with 1 if a command
 * fails.
 */
main(async () => {
  const versions = process.argv.slice(2);
  for (const version of versions.length > 0 ? versions : ['10', '11', '12']) await tryNpm(version);
});

async function tryNpm(version: string): Promise<void> {
  await using folder = await temporaryFolder(`coffer-fresh-npm-${version}-`);
  const clone = join(folder.path, 'clone');
  await must('git', ['clone', '--quiet', ROOT, clone]);
  await must('npm', ['install', '--silent', '--no-save', '--prefix', join(folder.path, 'tools'), `npm@${version}`]);

  const path = [join(folder.path, 'tools/node_modules/.bin'), ...(version === '10' ? [] : [dirname(bin('node'))])];
  const outside = (process.env.PATH ?? '').split(':').filter((entry) => !entry.endsWith('node_modules/.bin'));
  const env = { PATH: [...path, ...outside].join(':'), npm_config_cache: join(folder.path, 'cache'), CI: 'true' };
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const { stdout } = await must('sh', ['-c', 'echo "npm $(npm --version) on Node $(node --version)"'], { env });
  say(stdout.trim());
  for (const command of ['ci', 'run demo']) {
    const began = Date.now();
    const { output } = await must('npm', command.split(' '), { cwd: clone, env });
    say(`  npm ${command}: ${Math.round((Date.now() - began) / 1000)} s`);
    const warnings = output
      .split('\n')
      .filter((line) => /^npm warn/i.test(line) && !/user config|env config/.test(line));
    for (const line of new Set(warnings)) say(`    ${line}`);
  }
}
