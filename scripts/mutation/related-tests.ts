import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from '../support/paths';

/** Imports that are there when the program runs. */
const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'(\.[^']*)'|import\('(\.[^']*)'\)/g;

/** Which tests import a file, however far away, the nearest first. */
export class RelatedTests {
  readonly #importers = new Map<string, Set<string>>();

  /** @param isTest which files of `test/` are run */
  constructor(private readonly isTest: (file: string) => boolean) {
    for (const folder of ['contract', 'emulator', 'provider', 'scripts', 'test']) {
      for (const name of readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' })) {
        if (name.endsWith('.ts') && !name.includes('node_modules')) this.#add(`${folder}/${name}`);
      }
    }
  }

  /** Test files: the one that mirrors the file, those of its folder, of its product, all others; each by the number of imports between. */
  of(file: string): string[] {
    const mirror = `test/${file.replace(/\.ts$/, '')}`;
    const found: { test: string; distance: number }[] = [];
    const seen = new Set([file]);
    let edge = [file];
    for (let distance = 1; edge.length > 0; distance += 1) {
      edge = edge
        .flatMap((each) => [...(this.#importers.get(each) ?? [])])
        .filter((each) => !seen.has(each) && seen.add(each));
      for (const test of edge.filter(this.isTest)) {
        const isMirror = test === `${mirror}.test.ts` || test.startsWith(`${mirror}/`);
        found.push({ test, distance: isMirror ? 0 : distance });
      }
    }
    const [top = ''] = file.split('/');
    // The other product's tests use this one from the outside.
    const isOwn = (test: string) => test.startsWith(`test/${top}/`);
    const isNear = (test: string) => test.startsWith(`${dirname(mirror)}/`);
    const rank = ({ test, distance }: (typeof found)[number]) => {
      if (distance === 0 || isNear(test)) return distance;
      return distance + (isOwn(test) ? 100 : 200);
    };
    return found.sort((a, b) => rank(a) - rank(b) || (a.test < b.test ? -1 : 1)).map(({ test }) => test);
  }

  #add(file: string): void {
    for (const [, one, other] of readFileSync(inRoot(file), 'utf8').matchAll(IMPORT)) {
      const target = resolve(join(dirname(file), one ?? other ?? ''));
      if (target === undefined) continue;
      const importers = this.#importers.get(target) ?? new Set();
      this.#importers.set(target, importers.add(file));
    }
  }
}

function resolve(path: string): string | undefined {
  return [`${path}.ts`, `${path}/index.ts`, path].find((each) => each.endsWith('.ts') && existsSync(inRoot(each)));
}
