/** Shows one changing line on a terminal's stderr; elsewhere nothing. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

/** Takes the line away. */
export const endProgress = () => showProgress('');
