import type { Connection } from './grpc/server';

/** Counts the connections that hosts have open. */
export class OpenConnections {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Wraps what serves a new connection. */
  readonly counting = (connect: () => Connection) => (): Connection => {
    const connection = connect();
    this.#count += 1;
    return {
      methods: connection.methods,
      close: () => {
        this.#count -= 1;
        connection.close();
      },
    };
  };
}
