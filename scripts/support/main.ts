/** Runs a script to its end. An error is shown by its message, and the process then ends with 1. */
export function main(act: () => Promise<void>): void {
  act().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
