import { readFileSync } from 'node:fs';

/** How to reach a Garage cluster. */
export interface GarageFlags {
  readonly adminUrls: readonly string[];
  readonly adminToken: string;
}

/** Returns the cluster that the flags name; undefined: none. Adds every problem to `problems`, which quote neither token nor URL. */
export function readGarageFlags(
  {
    adminUrls,
    tokenFile,
    hasS3Port,
  }: { adminUrls: readonly string[]; tokenFile: string | undefined; hasS3Port: boolean },
  problems: string[],
): GarageFlags | undefined {
  if (adminUrls.length === 0 && tokenFile === undefined) return undefined;
  if (adminUrls.length === 0) problems.push('--garage-admin-token-file needs --garage-admin-url.');
  if (tokenFile === undefined) problems.push('--garage-admin-url needs --garage-admin-token-file.');
  if (hasS3Port) problems.push('--s3-port is without effect with --garage-admin-url: the cluster serves S3.');
  for (const [index, url] of adminUrls.entries()) {
    const which = adminUrls.length === 1 ? '' : `, ${index + 1} of ${adminUrls.length},`;
    if (!isAdminUrl(url))
      problems.push(`--garage-admin-url${which} is no http or https URL without credentials and query.`);
  }
  return { adminUrls, adminToken: tokenFile === undefined ? '' : readToken(tokenFile, problems) };
}

function readToken(path: string, problems: string[]): string {
  try {
    const token = readFileSync(path, 'utf8').trim();
    if (!/^[\x21-\x7e]+$/.test(token)) problems.push(`--garage-admin-token-file: ${path} does not hold a token.`);
    return token;
  } catch (error) {
    problems.push(`--garage-admin-token-file cannot be read: ${(error as Error).message}.`);
    return '';
  }
}

function isAdminUrl(text: string): boolean {
  const url = URL.parse(text);
  const isBare = [url?.username, url?.password, url?.search, url?.hash].every((part) => part === '');
  return url !== null && isBare && /^https?:$/.test(url.protocol);
}
