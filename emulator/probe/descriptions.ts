import { isDone, type JsonObject } from './server';
import { idOf, type Session, type Step } from './session';

/** Updates a bucket without a description, with `""` and with null, to see which of them clear the description. */
export const descriptions: Step = {
  knobs: ['omittedDescription', 'clearsDescription'],

  async run(session) {
    const { findings, prefix } = session;
    const description = `${prefix}described`;
    const id = idOf(await session.createBucket({ description }));
    if (id === undefined) return findings.missRest(this.knobs, 'no bucket with a description could be made');
    const bucket = new Described(session, id, description);

    const omitted = await bucket.clears({});
    if (typeof omitted === 'boolean') {
      findings.see('omittedDescription', omitted ? 'clear' : 'keep', 'an update without description');
    } else findings.miss('omittedDescription', omitted);

    const [byEmpty, byNull] = [await bucket.clears({ description: '' }), await bucket.clears({ description: null })];
    const unclear = [byEmpty, byNull].find((outcome) => typeof outcome === 'string');
    if (unclear !== undefined) findings.miss('clearsDescription', String(unclear));
    else {
      const value = byEmpty ? (byNull ? 'both' : 'empty') : byNull ? 'null' : 'neither';
      findings.see('clearsDescription', value, 'updates with "" and with null');
    }
  },
};

/** A bucket whose description is repeatedly cleared and set. */
class Described {
  #size = 1;

  constructor(
    private readonly session: Session,
    private readonly id: string,
    private readonly description: string,
  ) {}

  /** True if this update clears the description; a text with the reason if that is unknown. */
  async clears(change: { description?: string | null }): Promise<boolean | string> {
    if (!(await this.#update({ description: this.description }))) return 'setting a description was refused';
    const response = await this.#update(change);
    const what = 'description' in change ? `an update with ${JSON.stringify(change.description)}` : 'an update without';
    // A server that refuses the update does not clear the description.
    if (!response) return 'description' in change ? false : `${what} a description was refused`;
    const found = await this.session.poll('/s3/buckets', (items) => items.find((item) => this.#isUpdated(item)));
    if (!found) return `no list showed the bucket after ${what} a description`;
    return found.description !== this.description;
  }

  /** Sends an update with a new size, by which a list shows that it contains the update. */
  async #update(change: { description?: string | null }): Promise<boolean> {
    this.session.go();
    const body = { id: this.id, max_size: this.#size + 1, ...change };
    const response = await this.session.server.send('PUT', '/s3/buckets', body);
    this.session.seeWrite(response, 'updating a bucket');
    if (isDone(response)) this.#size += 1;
    return isDone(response);
  }

  #isUpdated({ id, max_size }: JsonObject): boolean {
    return id === this.id && max_size === this.#size;
  }
}
