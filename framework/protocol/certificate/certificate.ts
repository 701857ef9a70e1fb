import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { bits, element, integer, octets, oid, sequence, set, TRUE, time, utf8 } from './der';

/** A certificate and its key, made for one run of the process and never written to disk. */
export interface Certificate {
  /** The certificate in DER. */
  readonly der: Buffer;
  /** The same in PEM. */
  readonly cert: string;
  /** The private key in PEM (PKCS#8), not encrypted. */
  readonly key: string;
}

const DAY_MS = 86_400_000;
const VALID_DAYS = 3650;

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const COMMON_NAME = oid('2.5.4.3');
const SERVER_AUTH = oid('1.3.6.1.5.5.7.3.1');
const CLIENT_AUTH = oid('1.3.6.1.5.5.7.3.2');

/**
 * Makes a self-signed certificate for `localhost`, for mutual TLS (plugin protocol, "AutoMTLS"), valid from a day before `now`, for hosts whose clock
 * is behind, for ten years, as server, client and authority. An X.509 library takes twenty times as long.
 */
export function createCertificate(now: Date, namedCurve = 'P-256'): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
  const name = sequence(set(sequence(COMMON_NAME, utf8('localhost'))));
  const body = sequence(
    element(0xa0, integer(2n)), // version 3
    integer(serialNumber()),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(new Date(now.getTime() - DAY_MS)), time(new Date(now.getTime() + VALID_DAYS * DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, extensions()),
  );
  const der = sequence(body, ECDSA_WITH_SHA256, bits(sign('sha256', body, privateKey)));
  return { der, cert: toPem('CERTIFICATE', der), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** A random positive number: its first bit is 0, its second 1. */
function serialNumber(): bigint {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return BigInt(`0x${bytes.toString('hex')}`);
}

function extensions(): Buffer {
  const dnsName = element(0x82, Buffer.from('localhost'));
  const digitalSignatureAndCertSign = bits(Buffer.from([0x84]), 2);
  return sequence(
    extension('2.5.29.17', sequence(dnsName)),
    extension('2.5.29.19', sequence(TRUE), true),
    extension('2.5.29.15', digitalSignatureAndCertSign, true),
    extension('2.5.29.37', sequence(SERVER_AUTH, CLIENT_AUTH)),
  );
}

function extension(id: string, value: Uint8Array, critical = false): Buffer {
  return critical ? sequence(oid(id), TRUE, octets(value)) : sequence(oid(id), octets(value));
}

/** DER as PEM with this label, such as `CERTIFICATE`: lines of 64 characters. An empty line, which OpenSSL refuses, is never among them. */
export function toPem(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n');
  return `-----BEGIN ${label}-----\n${lines}-----END ${label}-----\n`;
}
