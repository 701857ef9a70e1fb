/* What a reader does where the usual ports of the emulator are in use. Its error says it. */

/** Whether an emulator has ended because another one has its ports, and says what to do about it. */
export const asksForOtherPorts = (output: string) => /\bin use\b[\s\S]*\b0 for any free\b/.test(output);

/** A command that starts the emulator, without its comment, and with what that error asks for; behind `--` for `npm run`, as the pages say. */
export function atFreePorts(command: string): string {
  const plain = command.replace(/\s+#.*$/, '');
  const separator = /^npm run /.test(plain) && !plain.includes(' -- ') ? ' --' : '';
  return `${plain}${separator} --port 0 --s3-port 0`;
}
