/** Runs a script to its end. Prints the message of an error, and the process then exits with 1. */
export function main(act: () => Promise<void>): void {
  act().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
