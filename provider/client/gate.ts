/**
 * Lets work of one kind pass together, and work of another kind only alone.
 *
 * Creates of interchangeable objects pass together; finding out which object a lost one made must be alone, because an
 * object whose answer is still on its way cannot be told from a lost one.
 */
export class Gate {
  private together = 0;
  private tail: Promise<void> = Promise.resolve();
  private readonly whenEmpty: (() => void)[] = [];
  /** Creates whose objects may exist under an id not yet known. */
  lost = 0;

  /** Runs `work` beside others that pass, after those that are alone. */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    for (let tail: Promise<void> | undefined; tail !== this.tail; ) {
      tail = this.tail;
      await tail;
    }
    this.together += 1;
    try {
      return await work();
    } finally {
      this.together -= 1;
      if (this.together === 0) for (const wake of this.whenEmpty.splice(0)) wake();
    }
  }

  /** Runs `work` with nobody else inside: after all who pass now, one at a time. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const before = this.tail;
    let leave = () => {};
    this.tail = new Promise<void>((resolve) => {
      leave = resolve;
    });
    try {
      await before;
      if (this.together > 0) await new Promise<void>((resolve) => this.whenEmpty.push(resolve));
      return await work();
    } finally {
      leave();
    }
  }
}
