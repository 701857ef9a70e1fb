import { copyButton, type Html, html } from './html';

export interface AwsEnvironment {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly endpoint: string;
  /** The only region that is accepted; undefined for any. */
  readonly region: string | undefined;
  readonly caFile: string | undefined;
}

/** The region for AWS clients if any region is accepted, because most of them need one. */
const ANY_REGION = 'us-east-1';

/** The environment variables of AWS clients, for pasting into a shell. */
export function environmentBlocks(environment: AwsEnvironment): Html {
  const variables = variablesOf(environment);
  const posix = variables.map(([name, value]) => `export ${name}=${quote(value)}\n`).join('');
  const powerShell = variables.map(([name, value]) => `$Env:${name} = ${quoteForPowerShell(value)}\n`).join('');
  return html`${block('posix', 'For a shell', posix)}
${block('powershell', 'For PowerShell', powerShell)}`;
}

function block(id: string, title: string, text: string): Html {
  return html`<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<div class="block"><pre tabindex="0">${text}</pre>${copyButton(`what is ${title.replace('For', 'for')}`)}</div></section>`;
}

export function variablesOf({ accessKeyId, secretAccessKey, endpoint, region, caFile }: AwsEnvironment) {
  return [
    ['AWS_ACCESS_KEY_ID', accessKeyId],
    ['AWS_SECRET_ACCESS_KEY', secretAccessKey],
    ['AWS_ENDPOINT_URL_S3', endpoint],
    ['AWS_REGION', region ?? ANY_REGION],
    ...(caFile === undefined ? [] : [['AWS_CA_BUNDLE', caFile]]),
  ] as const;
}

/** Quotes a text for a POSIX shell, unless it is a plain word. */
export function quote(text: string): string {
  return /^[\w.:/@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a text for PowerShell, which also takes typographic quotes for quotes. */
export const quoteForPowerShell = (text: string) => `'${text.replace(/['‘’‚‛]/g, (found) => found + found)}'`;
