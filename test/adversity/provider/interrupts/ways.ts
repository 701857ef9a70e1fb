import type { Host } from '../../../support/host';

/**
 * How an interruption reaches the provider, whichever process was signalled. `heard`: Terraform still
 * gets the response, keeps its state and shows what it says; otherwise both are lost.
 */
export const WAYS = {
  'asked to stop': { heard: true },
  'asked to stop twice': { heard: true },
  'asked to stop, then shut down': { heard: true },
  'asked to stop, then alone': { heard: false },
  alone: { heard: false },
  cancelled: { heard: false },
  killed: { heard: false },
} as const satisfies Record<string, { readonly heard: boolean }>;

export type Way = keyof typeof WAYS;

/** Lets everything run that is ready to. */
export async function turn(times = 3): Promise<void> {
  for (let at = 0; at < times; at += 1) await new Promise(setImmediate);
}

/** The operation that is interrupted. */
export interface Running {
  /** Whether Terraform has its result by now. */
  readonly isOver: () => boolean;
  /** Cuts the provider off from the service. */
  readonly kill: () => void;
}

/**
 * Interrupts a provider. `done` settles when it has done what it does then, with false if a second half of the way, which follows one
 * turn of the event loop later, found the operation over.
 */
export function interrupt(way: Way, host: Host, { isOver, kill }: Running): { readonly done: Promise<boolean> } {
  const now = Promise.resolve(true);
  const later = async (what: () => Promise<void> | void): Promise<boolean> => {
    await turn(1);
    const isInTime = !isOver();
    await what();
    return isInTime;
  };
  if (way.startsWith('asked to stop')) host.stop();
  switch (way) {
    case 'asked to stop':
      return { done: now };
    case 'asked to stop twice':
      return { done: later(() => host.stop()) };
    case 'asked to stop, then shut down':
      return { done: later(() => host.shutDown()) };
    case 'asked to stop, then alone':
      return { done: later(() => host.hangUp()) };
    case 'alone':
      return { done: host.hangUp().then(() => true) };
    case 'cancelled':
      host.cancel();
      return { done: now };
    case 'killed':
      kill();
      return { done: now };
  }
}
