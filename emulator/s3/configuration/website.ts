import { S3Error } from '../errors';
import { malformed, type XmlElement } from '../xml/parse';
import { document, element } from '../xml/write';

/** How a bucket is served as a website, as far as Garage has it: an index and an error page. Kept and shown; nothing is served. */
export interface Website {
  readonly index: string;
  readonly error?: string | undefined;
}

/** Reads a `WebsiteConfiguration`. Throws `MalformedXML`, `InvalidArgument`, or `NotImplemented` for redirects. */
export function readWebsite(root: XmlElement): Website {
  root.requireOnly('IndexDocument', 'ErrorDocument', 'RedirectAllRequestsTo', 'RoutingRules');
  for (const name of ['RedirectAllRequestsTo', 'RoutingRules']) {
    if (!root.find(name)) continue;
    throw new S3Error('NotImplemented', `${name} of a website is not implemented.`);
  }
  const index = root.find('IndexDocument')?.textOf('Suffix');
  const errorDocument = root.find('ErrorDocument');
  const error = errorDocument?.textOf('Key');
  if (index === undefined || (errorDocument && !error)) throw malformed();
  if (index === '' || index.includes('/')) {
    throw new S3Error('InvalidArgument', 'The IndexDocument Suffix is not well formed', {
      ArgumentName: 'IndexDocument',
      ArgumentValue: index,
    });
  }
  return { index, ...(error !== undefined && { error }) };
}

/** The same as a document. */
export function writeWebsite({ index, error }: Website): string {
  return document('WebsiteConfiguration', [
    element('IndexDocument', element('Suffix', index)),
    error === undefined ? undefined : element('ErrorDocument', element('Key', error)),
  ]);
}
