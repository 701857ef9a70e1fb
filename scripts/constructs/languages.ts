import type { Target } from '../packages/chapters';
import { run } from '../support/run';

/** A language that jsii-pacmak packs for. */
export interface Language {
  readonly name: string;
  /** Name in jsii-pacmak; also its folder in `dist/`. */
  readonly target: Target;
  /** Command that exits with 0 if the tools are installed; undefined if Node is enough. */
  readonly toolChain?: readonly [string, ...string[]];
}

/** Languages whose packages are built completely. */
export const LANGUAGES: readonly Language[] = [
  { name: 'TypeScript', target: 'js' },
  { name: 'Python', target: 'python', toolChain: ['python3', '-m', 'venv', '--help'] },
  { name: 'Java', target: 'java', toolChain: ['mvn', '--version'] },
  { name: 'Go', target: 'go', toolChain: ['go', 'version'] },
];

/** Languages that are written as source code and not built: .NET's tools would have to download their packages first. */
export const CODE_ONLY: readonly Language[] = [{ name: '.NET', target: 'dotnet' }];

/**
 * The languages that can be packed here. The others are listed on stderr; in CI (`CI=true`) all are tried, so that a missing tool fails the build.
 */
export async function packableLanguages(): Promise<readonly Language[]> {
  const found = await Promise.all(LANGUAGES.map(hasTools));
  return LANGUAGES.filter(({ name, toolChain }, index) => {
    if (found[index] || process.env.CI === 'true') return true;
    process.stderr.write(`not packed for want of a tool chain: ${name} (${toolChain?.join(' ')})\n`);
    return false;
  });
}

async function hasTools({ toolChain }: Language): Promise<boolean> {
  if (!toolChain) return true;
  const [program, ...args] = toolChain;
  return (await run(program, args).catch(() => undefined))?.code === 0;
}
