/** One thing that a process asked the system for, and got. Paths are absolute. */
export type Call =
  | { readonly kind: 'open'; readonly path: string; readonly truncates: boolean }
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Buffer; readonly at: number | undefined }
  | { readonly kind: 'truncate'; readonly path: string; readonly size: number }
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'unlink' | 'folder'; readonly path: string }
  /** A response left for a client. */
  | { readonly kind: 'response' };

/** What {@link parseTrace} reads: `-f` for all threads, `-y` for paths of descriptors, `-xx` for bytes; `-D` so that a kill meets the traced. */
export const STRACE = [
  ...['-D', '-f', '-y', '-xx', '-qq', '-s', '4000000', '-e'],
  'trace=openat,write,pwrite64,writev,pwritev,ftruncate,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat',
];

/** The calls of a trace below a folder, and the responses, in the order in which they had their effect. */
export function parseTrace(text: string, folder: string): Call[] {
  const begun = new Map<string, string>();
  return text.split('\n').flatMap((line): Call[] => {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const unfinished = / <unfinished \.\.\.>$/.exec(rest);
    if (unfinished) {
      const start = rest.slice(0, unfinished.index);
      begun.set(thread, start);
      // A client may have it from here on.
      return isResponse(start) ? [{ kind: 'response' }] : [];
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const whole = resumed ? `${begun.get(thread)}${resumed[1]}` : rest;
    if (isResponse(whole)) return resumed ? [] : [{ kind: 'response' }];
    const call = toCall(whole);
    return call && 'path' in call && call.path.startsWith(folder) ? [call] : [];
  });
}

/** `HTTP/1.1 2` in hex. */
const SUCCESS = /^(?:write|writev)\(\d+<[^>]*>, (?:\[\{iov_base=)?"\\x48\\x54\\x54\\x50\\x2f\\x31\\x2e\\x31\\x20\\x32/;

const isResponse = (call: string) => SUCCESS.test(call);

function toCall(text: string): Call | undefined {
  const [, name = '', inner = '', result = ''] = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(text) ?? [];
  if (name === '' || Number(result) < 0) return undefined;
  const path = decode(/^\d+<([^>]*)>/.exec(inner)?.[1] ?? '');
  const names = [...inner.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => bytesOf(hex));
  const [first, second] = names.map(String);
  switch (name) {
    case 'openat':
      return /O_CREAT|O_TRUNC/.test(inner)
        ? { kind: 'open', path: first ?? '', truncates: inner.includes('O_TRUNC') }
        : undefined;
    case 'write':
    case 'writev':
      return { kind: 'write', path, bytes: Buffer.concat(names).subarray(0, Number(result)), at: undefined };
    case 'pwrite64':
    case 'pwritev':
      return {
        ...{ kind: 'write', path, bytes: Buffer.concat(names).subarray(0, Number(result)) },
        at: Number(/(\d+)$/.exec(inner)?.[1]),
      };
    case 'ftruncate':
      return { kind: 'truncate', path, size: Number(/(\d+)$/.exec(inner)?.[1]) };
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', path };
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return { kind: 'rename', path: first ?? '', to: second ?? '' };
    case 'unlink':
    case 'unlinkat':
      return { kind: 'unlink', path: first ?? '' };
    case 'mkdir':
    case 'mkdirat':
      return { kind: 'folder', path: first ?? '' };
    default:
      return undefined;
  }
}

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex');

/** Paths of descriptors may be in hex, too. */
const decode = (path: string) => (path.startsWith('\\x') ? String(bytesOf(path)) : path);
