import type { Connection } from './grpc/server';

/** Counts the open connections of hosts. */
export class OpenConnections {
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Wraps the function that makes a new connection, to count it until it closes. */
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
