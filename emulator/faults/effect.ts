import type { FaultNote } from '../journal/entry';

/** Whether a fault applies before the operation has had its effect, or after. */
export type FaultMoment = 'before-commit' | 'after-commit';

export type Effect =
  | { readonly kind: 'none' }
  | { readonly kind: 'cut' }
  | StatusEffect
  | { readonly kind: 'truncate'; readonly bytes: number | undefined }
  | { readonly kind: 'garbage'; readonly text: string };

/** A status in place of the response. */
export interface StatusEffect {
  readonly kind: 'status';
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** A fault that matches one request. */
export interface MatchingFault {
  /** What it does to the request, as far as it has come. */
  readonly note: FaultNote;
  /** Whether it has changed anything. */
  readonly isMet: boolean;
  /** False: the emulator was reset or stopped meanwhile, so nothing more may happen. A wait that takes time counts as met. */
  wait(moment: FaultMoment): Promise<boolean>;
  effect(moment: FaultMoment): Effect;
  /** Counts the fault as met: its effect changed the response. */
  meet(): void;
  /** Called when it can have no further effect on the request. Unless it was met, another request may get it. */
  end(): void;
}
