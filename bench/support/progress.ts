/** Shows one changing line on stderr if it is a terminal; otherwise does nothing. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

/** Removes the line. */
export const endProgress = () => showProgress('');
