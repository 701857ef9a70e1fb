import type { Say } from './narrator';
import type { StateResource } from './stage';

/** Prints one line per resource that Terraform has finished, and nothing else of its long output. */
export function showProgress(say: Say): (line: string) => void {
  const signs: Record<string, string> = { Creation: '+', Modifications: '~', Destruction: '-' };
  return (line) => {
    const [, address, verb = ''] = /(coffer_\w+\.\w+): (Creation|Modifications|Destruction) complete/.exec(line) ?? [];
    if (address) say(`${signs[verb]} ${address}`);
  };
}

/** A resource in one line: kind, name, id and other details for people. */
export function describe({ type, values }: StateResource): string {
  const line = (kind: string, name: unknown, detail = '') =>
    `${kind.padEnd(12)}${String(name).padEnd(28)}${values.id}${detail}`;
  switch (type) {
    case 'coffer_secret':
      return line('secret', values.name);
    case 'coffer_pull_secret':
      return line('pull secret', values.server);
    case 'coffer_bucket':
      return line('bucket', values.alias, `  at most ${values.max_size} bytes, at ${values.endpoint}`);
    case 'coffer_access_key':
      return line('access key', values.access_key_id, `  may ${granted(values.permissions)}`);
    default:
      throw new Error(`no words for ${type}`);
  }
}

const granted = (permissions: unknown) =>
  Object.entries(permissions as Record<string, boolean>)
    .filter(([, allowed]) => allowed)
    .map(([name]) => name)
    .join(' and ');
