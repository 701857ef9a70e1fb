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
