import type { Requester } from '../http/requester';
import type { SharedList } from '../lists/shared-list';
import { type Call, type LostCreates, limitsOf } from '../settings';
import { BEFORE_MS, ComparedPosting } from './compared-posting';
import { Ledger } from './ledger';
import { LostCreateLists } from './lost-create-lists';
import { Search } from './search';

/** What the creates of one collection share. */
export class Creates<T extends { readonly id: string }> {
  readonly ledger: Ledger<T>;
  readonly search: Search<T>;
  readonly mode: LostCreates;

  constructor(
    readonly requester: Requester,
    readonly list: SharedList<T>,
  ) {
    this.ledger = new Ledger<T>((id) => list.hasDeleted(id));
    this.search = new Search(requester, new LostCreateLists(requester.environment, list), this.ledger);
    this.mode = requester.settings.lostCreates ?? 'adopt';
  }

  /** Gets the list to compare with later, and an idempotency key. Rejects if the list cannot be read; no create has been sent then. */
  async begin(call: Call): Promise<ComparedPosting<T>> {
    const before = await this.list.readRecent(BEFORE_MS, limitsOf(call));
    return new ComparedPosting(this.requester.environment, this.list, before);
  }
}
