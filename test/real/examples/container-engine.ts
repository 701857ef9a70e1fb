import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { createInterface } from 'node:readline';
import { IMAGES, VERSION } from '../../../projenrc/names';
import { EMULATOR_PROGRAM } from '../../support/built-emulator';

/*
 * Replaces `docker run` of the emulator's image where there is no container engine: runs the emulator of the checkout with the same
 * flags and variables, behind the published ports. Requests reach its REST interface as from another machine, as in a container.
 */

void runContainer(process.argv.slice(2));

async function runContainer(args: readonly string[]): Promise<void> {
  const { image, flags, variables, ports } = readRun(args);
  if (image !== `${IMAGES.emulator}:${VERSION}`) throw new Error(`no such image here: ${image}`);
  const [rest, s3] = [4280, 4281].map((port) => ports.get(port) ?? fail(`port ${port} is not published`));
  for (const name of variables) {
    if (!process.env[name]) fail(`${name} has no value to pass on`);
  }

  const own = ['--port', '0', '--s3-port', String(s3)];
  const emulator = spawn(process.execPath, [EMULATOR_PROGRAM, ...flags, ...own], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('COFFER_') || variables.includes(name)),
    ),
  });
  const ended = once(emulator, 'exit');
  process.on('SIGTERM', () => emulator.kill('SIGTERM'));

  const [line] = (await once(createInterface({ input: emulator.stdout }), 'line')) as [string];
  const { port } = new URL((JSON.parse(line) as { baseUrl: string }).baseUrl);
  const front = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const from = { ...headers, 'x-forwarded-for': '192.0.2.1' };
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers: from }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.pipe(response);
    });
    incoming.pipe(passed);
  });
  front.listen(Number(rest), '127.0.0.1');
  await once(front, 'listening');
  console.log(line);
  const [code] = await ended;
  process.exit(code ?? 1);
}

/** Parses the command line of `run`. */
function readRun([verb, ...args]: readonly string[]) {
  if (verb !== 'run') throw new Error(`only "run" is known here, not "${verb}"`);
  const variables: string[] = [];
  const ports = new Map<number, number>();
  let at = 0;
  for (; args[at]?.startsWith('--'); at += 1) {
    const option = args[at];
    if (option === '--rm') continue;
    at += 1;
    const value = args[at] ?? '';
    const [, host, container] = /^127\.0\.0\.1:(\d+):(\d+)$/.exec(value) ?? [];
    if (option === '--env') variables.push(value);
    else if (option === '--publish' && host && container) ports.set(Number(container), Number(host));
    else fail(`${option} ${value} is not known here`);
  }
  return { image: args[at], flags: args.slice(at + 1), variables, ports };
}

function fail(message: string): never {
  throw new Error(message);
}
