import type { FastifyReply } from 'fastify';
import type { FileReply } from './reply';
import { FILE_HEADERS } from './security-headers';

/** Sends a file while it is read. If reading fails, the response is shorter than its `content-length`. */
export function sendFile(reply: FastifyReply, { name, length, chunks }: FileReply): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { ...FILE_HEADERS, 'content-length': length, 'content-disposition': contentDisposition(name) });
  void pump(raw, chunks).catch(() => raw.destroy());
  return reply;
}

async function pump(raw: FastifyReply['raw'], chunks: AsyncIterableIterator<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) {
    if (raw.destroyed) return;
    // The next piece overwrites this one in memory, so this one must be sent first.
    await new Promise<void>((resolve) => {
      raw.once('close', resolve);
      raw.write(chunk, () => {
        raw.off('close', resolve);
        resolve();
      });
    });
  }
  raw.end();
}

/**
 * The header with the name of the file to save, in ASCII for old clients and in UTF-8 (RFC 6266, RFC 8187). Folders, control characters
 * and marks of direction are removed, because they would change the name.
 */
export function contentDisposition(name: string): string {
  const plain = name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .replace(UNSAFE, '_')
    .replace(/^\.+/, '_');
  const whole = plain === '' ? 'object' : plain;
  const ascii = whole.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(whole.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters on purpose
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff<>:"|?*]/g;
