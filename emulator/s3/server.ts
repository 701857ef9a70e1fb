import { createServer, type Server } from 'node:http';

/** The data plane's place: its own listener. Differs: every request is answered 501, as S3 says it, until there is one. */
export function createS3Server(): Server {
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const body = toXml(
      'NotImplemented',
      'A header or operation you provided implies functionality that is not implemented.',
      pathname,
    );
    response.writeHead(501, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
}

function toXml(code: string, message: string, resource: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<Error><Code>${code}</Code><Message>${message}</Message><Resource>${escapeXml(resource)}</Resource></Error>`
  );
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
