import type { Incoming } from '../../domain/objects/incoming';
import { type ChecksumAlgorithm, DEFAULT_CHECKSUM } from '../../domain/objects/records';
import type { PayloadSigning } from '../auth/authenticate';
import { invalidArgument, invalidRequest, malformedTrailer, missingLength, otherChecksum, tooLarge } from '../errors';
import { headerOf } from '../headers/checksums';
import type { S3Request } from '../request';
import { type AnnouncedChecksum, isChecksumValue, readAnnounced } from './announced';
import { checkBytes } from './check-bytes';
import { ChunkDecoder, ChunkSignatures } from './chunk-decoder';
import { piecesOf } from './pieces';

/** What an operation decides about the body of its request. */
export interface BodyOptions {
  /** A checksum to compute even if the request announces none (that of a multipart upload); a different one is refused. */
  readonly checksumAlgorithm?: ChecksumAlgorithm | undefined;
  /** Computes a CRC64NVME, if the service adds one: of an object that announces no checksum; of a part also beside one that it announces. */
  readonly defaultChecksum?: 'object' | 'part' | undefined;
  /** The checksum headers do not apply to the body: those of CompleteMultipartUpload are for the object. */
  readonly ignoreChecksumHeaders?: boolean | undefined;
  /** Maximum length of the body in bytes; a longer one is `EntityTooLarge`. */
  readonly maxLength?: number | undefined;
}

/** Passes on the pieces as they arrive, before anything else looks at them; throws to end the body. */
export type Guard = (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/**
 * The body of a signed request in the form to store. No byte is read before its `chunks` are iterated over (`store-body.ts`): `aws-chunked` decoded, and everything checked that the request announces:
 * length (also `x-amz-decoded-content-length`), SHA-256, chunk and trailer signatures, `Content-MD5`, one `x-amz-checksum-…`
 * header or trailer. Contradictory headers are refused here, at once; `chunks` refuses mismatching bytes, at the latest at the
 * end. Each hash is computed once, and only if it is needed.
 *
 * If reading stops early, also because of an error, the connection stays usable: the rest of the body is discarded, so that the
 * client can read the response and send another request. Close the connection to avoid that.
 *
 * @param addsChecksum whether the service adds a checksum where there is none; asked only where it matters
 */
export function openBody(
  request: S3Request,
  payload: PayloadSigning,
  options: BodyOptions = {},
  addsChecksum: () => boolean = () => true,
  guard: Guard = (pieces) => pieces,
): Incoming {
  const decoded = payload.kind === 'chunks-signed' || payload.kind === 'chunks-unsigned';
  const trailers = payload.kind === 'chunks-unsigned' || (payload.kind === 'chunks-signed' && payload.trailer);
  const { headers } = request;
  // Only real headers: the JavaScript SDK puts the checksum of an empty body into presigned URLs for a body that it does not have yet.
  const fields = options.ignoreChecksumHeaders ? { 'content-md5': headers['content-md5'] } : headers;
  const { md5, checksum } = readAnnounced(fields, trailers);
  const selected = selectAlgorithm(checksum, options.checksumAlgorithm);
  const { maxLength, defaultChecksum } = options;
  const isLacking = selected === undefined || (defaultChecksum === 'part' && selected !== DEFAULT_CHECKSUM);
  const isAdded = isLacking && defaultChecksum !== undefined && addsChecksum();
  const algorithm = selected ?? (isAdded ? DEFAULT_CHECKSUM : undefined);
  const length = readLength(headers, decoded ? 'x-amz-decoded-content-length' : 'content-length');
  if (decoded && length === undefined) throw missingLength();
  if (length !== undefined && maxLength !== undefined && length > maxLength) throw tooLarge(length, maxLength);

  const signatures = payload.kind === 'chunks-signed' ? new ChunkSignatures(payload) : undefined;
  const decoder = decoded && length !== undefined ? new ChunkDecoder({ length, signatures, trailers }) : undefined;
  const pieces = guard(piecesOf(request.body));
  return checkBytes(decoder ? decode(pieces, decoder, checksum) : pieces, {
    length,
    maxLength,
    md5,
    sha256: payload.kind === 'signed' ? payload.sha256 : undefined,
    checksum: algorithm && {
      algorithm,
      value: () => checksum && (checksum.value ?? decoder?.trailers.get(headerOf(checksum.algorithm))),
    },
    isCrc64nvmeWanted: isAdded && algorithm !== DEFAULT_CHECKSUM,
  });
}

function selectAlgorithm(
  announced: AnnouncedChecksum | undefined,
  asked: ChecksumAlgorithm | undefined,
): ChecksumAlgorithm | undefined {
  if (announced === undefined || asked === undefined || announced.algorithm === asked)
    return announced?.algorithm ?? asked;
  throw otherChecksum(asked.toLowerCase(), announced.algorithm.toLowerCase());
}

function readLength(headers: S3Request['headers'], name: string): number | undefined {
  const text = headers[name];
  if (text === undefined) return undefined;
  const length = /^\d+$/.test(String(text)) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(length)) return length;
  throw invalidArgument('The length of the body must be a whole number of bytes, not less than 0.', name, String(text));
}

async function* decode(
  pieces: AsyncIterable<Uint8Array>,
  decoder: ChunkDecoder,
  checksum: AnnouncedChecksum | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield* decoder.decode(piece);
  decoder.end();
  checkTrailers(decoder.trailers, checksum);
}

/** Trailers must match `x-amz-trailer`. */
function checkTrailers(trailers: ReadonlyMap<string, string>, checksum: AnnouncedChecksum | undefined): void {
  const algorithm = checksum?.value === undefined ? checksum?.algorithm : undefined;
  if (trailers.size !== (algorithm === undefined ? 0 : 1)) throw malformedTrailer();
  if (algorithm === undefined) return;
  const value = trailers.get(headerOf(algorithm));
  if (value === undefined) throw malformedTrailer();
  if (isChecksumValue(algorithm, value)) return;
  throw invalidRequest(`Value for ${headerOf(algorithm)} trailing header is invalid.`);
}
