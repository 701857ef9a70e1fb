import { DomainError, StartError } from '../domain/errors';
import { GarageError } from './admin-api';

/** The time is up; the work continues. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp';

  constructor(ms: number) {
    super(`It took longer than ${ms} ms.`);
  }
}

/** Waits for the work up to `ms`, then throws {@link TimeUp}. */
export async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const up = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeUp(ms)), ms);
  });
  try {
    return await Promise.race([work, up]);
  } finally {
    clearTimeout(timer);
  }
}

/** Does work of a command; its failures are errors that people can read. */
export async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError || error instanceof GarageError) throw new StartError(error.message);
    throw error;
  }
}

/** Error for the client: details from the cluster are for the log. */
export function toDomainError(error: unknown, says: string): unknown {
  const isOurs = error instanceof TimeUp || error instanceof GarageError;
  return isOurs ? new DomainError('unavailable', `The storage cluster cannot do this now: ${says}`) : error;
}
