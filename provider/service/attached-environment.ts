import { isAbsolute } from 'node:path';
import { type Diagnostics, type Environment, type HostProcess, path, type Variables } from '../../framework';
import { REQUIRE_EMULATOR } from './require-emulator';
import { type Config, settingsSchema } from './settings';
import { TOKEN_COMMAND } from './token-setting';
import { variableOf } from './variables';

type Name = keyof Config;

/** Variables that decide about connections whatever the provider block says. */
const CONNECTING = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]);
const TRUSTING = ['SSL_CERT_FILE', 'SSL_CERT_DIR'];

/** Arguments that give the token. If the provider block has one of them, no variable of a token is read. */
const TOKENS: readonly Name[] = ['token', 'token_file'];

const FILES = ['token_file', 'ca_cert_file'] as const;

const SHARED =
  'This provider serves several commands (attach), and reads the environment and the folder of attach, not those of';

/**
 * Reports as errors the differences between this process and the hosts attached to it: of variables of proxies, trust stores and arguments that the
 * block leaves to them, where an empty one counts as not set, and of the working directory if the path of a file is relative. Shows no value but such
 * a path, because some are secrets. Finds nothing for a process that the host has started, with --debug, and outside of Linux: it cannot be known there.
 */
export function checkAttached(
  config: Config,
  { env, attached }: Pick<Environment, 'env' | 'attached'>,
  diagnostics: Diagnostics,
): void {
  if (!attached) return;
  for (const host of attached.hosts) {
    const who = `Terraform (process ${host.pid})`;
    const differing = variablesRead(config).filter((name) => (env[name] ?? '') !== (host.env[name] ?? ''));
    if (differing.length > 0) {
      const toWords = (name: string) => {
        if (!host.env[name]) return 'is not set';
        return env[name] ? 'has another value' : 'is set';
      };
      const which = differing.map((name) => `${name} ${toWords(name)}`).join(', ');
      const { length } = attached.hosts;
      const alone =
        length === 1
          ? ''
          : ` The request may come from another process: ${length} processes connected at the same time.`;
      diagnostics.error(
        `${differing.join(', ')} not the same inside attach`,
        `${SHARED} ${who}. There, ${which}.${alone} Set each variable before attach, or set the argument in the provider block. For two values, ` +
          'run attach once for each.',
      );
    }
    checkFolder(config, env, { host, own: attached.folder, who }, diagnostics);
  }
}

function checkFolder(
  config: Config,
  env: Variables,
  { host, own, who }: { readonly host: HostProcess; readonly own: string; readonly who: string },
  diagnostics: Diagnostics,
): void {
  if (host.folder === undefined || host.folder === own) return;
  for (const name of FILES) {
    const isConfigured = config[name] !== null;
    const file = isVariableRead(name, config) ? env[variableOf(name)] : config[name];
    if (typeof file !== 'string' || file === '' || isAbsolute(file)) continue;
    const given = isConfigured ? name : variableOf(name);
    const absolute = isConfigured ? `, such as abspath(${JSON.stringify(file)})` : '';
    diagnostics.error(
      `Relative ${given} inside attach`,
      `${SHARED} ${who}. ${given} is the relative path ${JSON.stringify(file)}, which would begin at ${JSON.stringify(own)}, and not at ` +
        `${JSON.stringify(host.folder)}. Give an absolute path${absolute}, or run attach in that folder.`,
      path(name),
    );
  }
}

function variablesRead(config: Config): readonly string[] {
  const names = (Object.keys(settingsSchema.attributes) as Name[]).filter((name) => isVariableRead(name, config));
  const command = TOKENS.every((name) => isVariableRead(name, config)) ? [TOKEN_COMMAND] : [];
  return [...names.map(variableOf), ...command, REQUIRE_EMULATOR, ...CONNECTING, ...TRUSTING];
}

/** True if the provider block leaves an argument to its variable. */
function isVariableRead(name: Name, config: Config): boolean {
  const given = TOKENS.includes(name) ? TOKENS : [name];
  return given.every((one) => config[one] === null);
}
