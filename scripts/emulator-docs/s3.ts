import { S3_OPERATIONS, type S3Operation } from '../../emulator/domain/s3-operation';
import { STATUS } from '../../emulator/s3/errors';
import { type Level, NOT_IMPLEMENTED } from '../../emulator/s3/routing/not-implemented';
import { NEEDED } from '../../emulator/s3/routing/permissions';
import { REQUESTS } from '../../emulator/s3/routing/routes';
import { HARMLESS, MISSING, MISSING_PREFIXES } from '../../emulator/s3/routing/unsupported-headers';
import { code, codes, members, table } from './markdown';
import { REQUEST_HEADERS } from './s3-headers';
import { EVERYWHERE, RESPONSES } from './s3-responses';

const PATHS: Readonly<Record<Level, string>> = { service: '/', bucket: '/{bucket}', object: '/{bucket}/{key}' };

/** Every operation and header of the S3 endpoint, from the tables that drive it. */
export const s3Parts = {
  's3-operations': () =>
    table(
      ['Operation', 'Request', 'Permission', 'Response', 'Headers of the response'],
      S3_OPERATIONS.map((operation) => [
        operation,
        requestOf(operation),
        operation in NEEDED ? NEEDED[operation as keyof typeof NEEDED] : 'any key',
        responseOf(operation),
        headersOf(operation),
      ]),
    ),
  's3-everywhere': () => members(['Header', 'What it is'], Object.entries(EVERYWHERE)),
  's3-headers': () =>
    table(
      ['Header of the request', 'What it does', 'Otherwise'],
      REQUEST_HEADERS.map(([names, does, otherwise]) => [codes(names), does, otherwise]),
    ),
  's3-harmless-headers': () =>
    table(
      ['Header of the request', 'Taken', 'Any other value'],
      [
        ...Object.entries(HARMLESS).map(([name, values]) => [code(name), codes(values), otherwise(name)]),
        [
          code('x-amz-server-side-encryption'),
          `${code('AES256')}, without effect (knob ${code('serverSideEncryption')})`,
          NOT_THERE,
        ],
      ],
    ),
  's3-refused-headers': () =>
    members(
      ['Header of the request', 'Response'],
      [...MISSING, ...MISSING_PREFIXES.map((prefix) => `${prefix}…`)].map((name) => [name, NOT_THERE]),
    ),
  's3-not-implemented': () =>
    table(
      ['Operation', 'Request', 'Response'],
      NOT_IMPLEMENTED.map(([operation, method, level, query]) => [
        operation,
        code(`${method} ${PATHS[level]}?${query}`),
        NOT_THERE,
      ]),
    ),
  's3-errors': () =>
    table(
      ['Status', 'Codes'],
      [...new Set(Object.values(STATUS))]
        .sort()
        .map((status) => [
          String(status),
          codes(Object.entries(STATUS).flatMap(([name, of]) => (of === status ? [name] : []))),
        ]),
    ),
};

const NOT_THERE = '501 `NotImplemented`';

function otherwise(name: string): string {
  if (name === 'x-amz-acl')
    return `one of S3's: without effect (knob ${code('cannedAcl')}); else 400 ${code('InvalidArgument')}`;
  if (name === 'x-amz-storage-class') return `one of S3's: ${NOT_THERE}; else 400 ${code('InvalidStorageClass')}`;
  return NOT_THERE;
}

function requestOf(operation: S3Operation): string {
  const asked = REQUESTS.filter((each) => each.operation === operation).map(({ method, level, query, header }) => {
    const line = code(`${method} ${PATHS[level]}${query === undefined ? '' : `?${query}`}`);
    return header === undefined ? line : `${line} with ${code(header)}`;
  });
  return asked.join('; ');
}

function responseOf(operation: S3Operation): string {
  const { status, body, also } = RESPONSES[operation];
  const shown = body === undefined || body.includes(' ') ? body : code(body);
  return [`${status}${shown === undefined ? '' : ` ${shown}`}`, ...(also === undefined ? [] : [also])].join('; ');
}

function headersOf(operation: S3Operation): string {
  const { headers = [], optional = [] } = RESPONSES[operation];
  const may = optional.length > 0 ? [`where there is one: ${codes(optional)}`] : [];
  return [...(headers.length > 0 ? [codes(headers)] : []), ...may].join('; ');
}
