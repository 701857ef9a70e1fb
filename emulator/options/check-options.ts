import { StartError } from '../domain/errors';
import { parseSettle } from '../domain/settling';
import { isDialect, type Knobs } from '../rest/knobs';
import { isLoopback } from '../system/listen';
import { findGarageProblems } from './garage-options';
import type { EmulatorOptions } from './options';
import { isPublicUrl, isRegion, toldUrl } from './s3-options';

/** Throws one error with every problem of the options. */
export function checkOptions(options: EmulatorOptions, host: string): void {
  const { settle = 'immediate', dialect, tokens = [], adminToken, knobs, s3Region, s3PublicUrl } = options;
  const { pageSize = 1 } = knobs ?? {};
  const wrong: readonly (readonly [isWrong: boolean, problem: string])[] = [
    [options.durable === true && options.dataDir === undefined, 'durable needs a data folder (--data).'],
    [!parseSettle(settle), `"${settle}" is not a settle rule: give immediate, <n>ms or <n>polls.`],
    [dialect !== undefined && !isDialect(dialect), `There is no dialect "${dialect}".`],
    [!Number.isInteger(pageSize) || pageSize < 1, `pageSize must be at least 1, got ${pageSize}.`],
    [s3Region !== undefined && !isRegion(s3Region), `"${s3Region}" is not a valid region.`],
    [
      s3PublicUrl !== undefined && !isPublicUrl(s3PublicUrl),
      `"${toldUrl(s3PublicUrl ?? '')}" is not an http or https URL without a path (--s3-public-url).`,
    ],
    [
      !isLoopback(host) && tokens.length === 0,
      `Others can reach ${host}: listening there needs an explicit token (--token).`,
    ],
    [
      adminToken !== undefined && (adminToken === '' || tokens.includes(adminToken)),
      'The admin token must not be empty, nor one of the service (--token).',
    ],
  ];
  const problems = [
    ...wrong.flatMap(([isWrong, problem]) => (isWrong ? [problem] : [])),
    ...findGarageProblems(options, knobs ?? {}),
  ];
  if (problems.length > 0) throw new StartError(problems.join('\n'));
}

/** Throws one error with everything that keeps these options from working with a cluster. */
export function requireGarage(options: EmulatorOptions, knobs: Partial<Knobs>): void {
  const problems = findGarageProblems(options, knobs);
  if (problems.length > 0) throw new StartError(problems.join('\n'));
}
