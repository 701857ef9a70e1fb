import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { audit } from './audit/audit';
import { osvAt } from './audit/osv';
import {
  componentsOf,
  componentsOfBun,
  componentsOfList,
  componentsOfSboms,
  packagesOfCheckout,
} from './audit/shipped';
import { faultsOfOwnList, fromGitHub } from './release/bun/own-list';
import { VEX_SOURCE } from './release/names';
import type { Vex } from './release/vex';
import { main } from './support/main';
import { inRoot } from './support/paths';

/**
 * Looks up known vulnerabilities of everything that ships: `npx tsx scripts/audit.ts [--sboms FOLDER] [--list FILE]...`, the bills of
 * materials of a release, and lists of package URLs, in addition to what the checkout has. Needs OSV and GitHub, and fails without them.
 * Ends with 1 for every vulnerability that the VEX document does not settle.
 */
main(async () => {
  const { values } = parseArgs({ options: { sboms: { type: 'string' }, list: { type: 'string', multiple: true } } });
  const components = await Promise.all([
    packagesOfCheckout().then(componentsOf),
    componentsOfBun(fromGitHub),
    ...(values.sboms === undefined ? [] : [componentsOfSboms(values.sboms)]),
    ...(values.list ?? []).map(componentsOfList),
  ]);
  const vex = JSON.parse(await readFile(inRoot(VEX_SOURCE), 'utf8')) as Vex;
  const faults = [...(await faultsOfOwnList(fromGitHub)), ...(await audit(components.flat(), vex, osvAt()))];
  for (const fault of faults) console.log(fault);
  if (faults.length > 0)
    throw new Error(`${faults.length} faults. A line in ${VEX_SOURCE} settles one that hurts nobody.`);
  console.log(`${components.flat().length} components have no vulnerability that is known and not settled.`);
});
