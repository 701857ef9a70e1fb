import { Buffer } from 'node:buffer';
import { defineFunction, FunctionError, parameter } from '../../framework';
import { hostOf, isHost, serverOf } from '../formats/registry-address';
import { mayHaveUserInfo, quotedAddress } from '../formats/user-info';

/** Makes the text of the file with credentials, the same for any order. Errors quote neither user name nor password. */
export const dockerConfigJson = defineFunction({
  name: 'docker_config_json',
  summary: 'Text of ~/.docker/config.json for registry credentials',
  description:
    'The text of a `config.json` with which container tools log in: one entry for each registry, by its host, for Docker Hub by ' +
    'the name that these tools expect. **It contains the passwords**, merely encoded in base64. Terraform marks it as sensitive or ' +
    'ephemeral when an argument is; a plain password makes plain text. Pass it to write-only arguments, not to outputs.',
  parameters: [
    parameter({
      name: 'credentials',
      type: ['list', ['object', { server: 'string', username: 'string', password: 'string' }]],
      description:
        'A list of objects with `server` (such as `ghcr.io`; a scheme and a path are left out), `username` and `password`; no two ' +
        'of one registry. From a map, take `values(…)`.',
    }),
  ],
  returns: 'string',

  call(credentials) {
    const auths = new Map<string, { readonly auth: string }>();
    for (const [index, one] of credentials.entries()) {
      const { server, username, password } = checked(one, index);
      const host = hostOf(server);
      const hasUser = mayHaveUserInfo(server);
      if (!isHost(host) || hasUser) {
        const problem = hasUser ? 'with a user name or password before "@"' : 'which names no host';
        throw new FunctionError(`element ${index} has the server ${quotedAddress(server)}, ${problem}`, 0);
      }
      const key = serverOf(host);
      if (auths.has(key)) {
        throw new FunctionError(
          `element ${index} is a second one for ${key}: tools can keep only one for a registry`,
          0,
        );
      }
      auths.set(key, { auth: Buffer.from(`${username}:${password}`, 'utf8').toString('base64') });
    }
    const sorted = [...auths.keys()].sort().map((key) => [key, auths.get(key)]);
    return JSON.stringify({ auths: Object.fromEntries(sorted) });
  },
});

type Credential<V> = { readonly [N in 'server' | 'username' | 'password']: V };

/** Returns server, user name and password. Throws if one is null or empty, without quoting user name or password. */
function checked(one: Credential<string | null> | null, index: number): Credential<string> {
  const textOf = (name: keyof Credential<string>) => {
    const text = one?.[name];
    if (text) return text;
    throw new FunctionError(`element ${index} has no ${name}`, 0);
  };
  const credential = { server: textOf('server'), username: textOf('username'), password: textOf('password') };
  if (!credential.username.includes(':')) return credential;
  throw new FunctionError(`element ${index} has a username with a colon, which this format cannot hold`, 0);
}
