import { pollUntil, SETTLE_MS } from '../client/settle';
import { S3AnswerError, S3ApiError } from './errors';
import type { S3Connection } from './s3-connection';
import { childrenOf, parseXml, textOf, toXmlText, type Xml } from './xml';

/** What lies in a bucket, first of all: enough to say that it is not empty. */
export type Content =
  | { readonly kind: 'object'; readonly key: string }
  | { readonly kind: 'unfinished upload'; readonly key: string };

/** How much was taken out of a bucket. */
export interface Emptied {
  readonly objects: number;
  readonly uploads: number;
}

interface UploadInList {
  readonly key: string;
  readonly id: string;
}

/** S3's own limit of one DeleteObjects. */
const BATCH = 1000;

/** The objects and unfinished uploads of one bucket. */
export class BucketContents {
  constructor(
    private readonly connection: S3Connection,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** One object or unfinished upload, or undefined for an empty bucket. */
  async first(): Promise<Content | undefined> {
    const [key] = await this.#afterSettling(() => this.#keys(1));
    if (key !== undefined) return { kind: 'object', key };
    const [upload] = await this.#uploads(1);
    return upload && { kind: 'unfinished upload', key: upload.key };
  }

  /** Deletes every object and aborts every upload, until both lists are empty. */
  async empty(): Promise<Emptied> {
    let objects = 0;
    let uploads = 0;
    await this.#afterSettling(() => this.#keys(1));
    for (;;) {
      const keys = await this.#keys(BATCH);
      const unfinished = keys.length > 0 ? [] : await this.#uploads(BATCH);
      if (keys.length === 0 && unfinished.length === 0) return { objects, uploads };
      if (keys.length > 0) await this.#delete(keys);
      for (const upload of unfinished) await this.#abort(upload);
      objects += keys.length;
      uploads += unfinished.length;
    }
  }

  /** A key that was just made may not be known to S3 yet, which then says 403 (SEMANTICS P4). */
  async #afterSettling<R>(ask: () => Promise<R>): Promise<R> {
    let refusal: unknown;
    const waiting = {
      now: this.connection.environment.now,
      pause: (ms: number) => this.connection.pause(ms, { method: 'GET', signal: this.signal }),
    };
    const attempt = async () => {
      try {
        return { result: await ask() };
      } catch (error) {
        if (!(error instanceof S3ApiError) || error.status !== 403) throw error;
        refusal = error;
        return undefined;
      }
    };
    const settled = await pollUntil(waiting, attempt, SETTLE_MS);
    if (!settled) throw refusal;
    return settled.result;
  }

  async #keys(limit: number): Promise<string[]> {
    const query = { 'list-type': '2', 'max-keys': String(limit), 'encoding-type': 'url' };
    const list = await this.#list(query, 'ListBucketResult');
    return childrenOf(list, 'Contents').map((item) => keyOf(item, list));
  }

  async #uploads(limit: number): Promise<UploadInList[]> {
    const query = { uploads: '', 'max-uploads': String(limit), 'encoding-type': 'url' };
    const list = await this.#list(query, 'ListMultipartUploadsResult');
    return childrenOf(list, 'Upload').map((item) => ({ key: keyOf(item, list), id: textOf(item, 'UploadId') ?? '' }));
  }

  async #list(query: Readonly<Record<string, string>>, root: string): Promise<Xml> {
    const text = await this.connection.send({ method: 'GET', query, signal: this.signal });
    const list = parseXml(text, root);
    // An empty element would be read as text: a server that lists a bucket names at least the bucket.
    if (list === undefined || typeof list === 'string') throw this.#unexpected('GET', `no ${root}`);
    return list;
  }

  async #delete(keys: readonly string[]): Promise<void> {
    const texts = keys.map(toXmlText);
    const objects = texts.filter((text) => text !== undefined).map((text) => `<Object><Key>${text}</Key></Object>`);
    if (objects.length > 0) await this.#deleteMany(objects.join(''));
    for (const [index, key] of keys.entries()) {
      if (texts[index] !== undefined) continue;
      await this.connection.send({ method: 'DELETE', key, query: {}, signal: this.signal });
    }
  }

  async #deleteMany(objects: string): Promise<void> {
    const body = `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${objects}</Delete>`;
    const text = await this.connection.send({ method: 'POST', query: { delete: '' }, body, signal: this.signal });
    const [failed] = childrenOf(parseXml(text, 'DeleteResult'), 'Error');
    if (failed === undefined) return;
    const [key, code, message] = ['Key', 'Code', 'Message'].map((name) => textOf(failed, name) ?? '');
    throw this.#unexpected('POST', `the object ${JSON.stringify(key)} could not be deleted: ${code} ${message}`);
  }

  async #abort({ key, id }: UploadInList): Promise<void> {
    try {
      await this.connection.send({ method: 'DELETE', key, query: { uploadId: id }, signal: this.signal });
    } catch (error) {
      // Completed or aborted by someone else meanwhile; what was completed is an object, which the caller would find.
      if (!(error instanceof S3ApiError) || error.code !== 'NoSuchUpload') throw error;
    }
  }

  #unexpected(method: string, detail: string): S3AnswerError {
    return new S3AnswerError(method, this.connection.name, detail);
  }
}

/** Keys are URL-encoded, since XML cannot carry every character; servers that do not encode say so by leaving EncodingType out. */
function keyOf(item: Xml, list: Xml): string {
  const key = textOf(item, 'Key') ?? '';
  return textOf(list, 'EncodingType') === 'url' ? decodeURIComponent(key.replaceAll('+', ' ')) : key;
}
