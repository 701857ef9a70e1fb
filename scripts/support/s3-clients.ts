import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from './folders';
import { inRoot } from './paths';
import { must } from './run';

export interface Target {
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** An S3 client: a program of ours on a library, or a program that people use. */
export interface Client {
  readonly name: string;
  /** The version that is run, without a `v`. */
  version(): Promise<string>;
  /** Builds it. What comes back runs it against a bucket, and throws if bytes differ or a call fails. */
  prepare(): Promise<(target: Target) => Promise<void>>;
}

const BUILT = inRoot('build', 'clients');
const SOURCES = inRoot('test', 'clients');

/** All clients of `npm run test:clients`, as `docs/emulator/s3.md` lists them. */
export const CLIENTS: readonly Client[] = [
  goLibrary('AWS SDK for Go', 'aws', 'github.com/aws/aws-sdk-go-v2/service/s3'),
  goLibrary('minio-go', 'minio', 'github.com/minio/minio-go/v7'),
  {
    name: 'AWS SDK for Java',
    version: () => pinned('java/pom.xml', /<version>(.*)<\/version>\s*<\/dependency>/),
    async prepare() {
      const folder = join(SOURCES, 'java');
      const classPath = join(BUILT, 'java-class-path');
      await must('mvn', ['-q', '-B', '-f', folder, 'dependency:build-classpath', `-Dmdep.outputFile=${classPath}`]);
      return ourProgram('java', ['-cp', await readFile(classPath, 'utf8'), join(folder, 'Client.java')]);
    },
  },
  {
    name: 'object_store (Rust)',
    version: () => pinned('rust/Cargo.toml', /object_store = \{ version = "=(.*?)"/),
    async prepare() {
      const folder = join(BUILT, 'rust');
      await must('cargo', ['build', '--manifest-path', join(SOURCES, 'rust', 'Cargo.toml'), '--target-dir', folder]);
      return ourProgram(join(folder, 'debug', 'object-store-client'));
    },
  },
  goProgram('rclone', 'github.com/rclone/rclone', '1.76.0', ({ endpoint, bucket, accessKeyId, secretAccessKey }) => {
    const at = `emulator:${bucket}/files`;
    return {
      env: {
        RCLONE_CONFIG: '/dev/null',
        RCLONE_CONFIG_EMULATOR_TYPE: 's3',
        RCLONE_CONFIG_EMULATOR_PROVIDER: 'Other',
        RCLONE_CONFIG_EMULATOR_ENDPOINT: endpoint,
        RCLONE_CONFIG_EMULATOR_ACCESS_KEY_ID: accessKeyId,
        RCLONE_CONFIG_EMULATOR_SECRET_ACCESS_KEY: secretAccessKey,
      },
      upload: (from) => ['copy', '--s3-upload-cutoff', '5Mi', from, at],
      download: (to) => ['copy', at, to],
      remove: ['delete', at],
    };
  }),
  goProgram('mc', 'github.com/minio/mc', '0.0.0-20250313080218-cf909e1063a9', (target) => {
    const { host, protocol } = new URL(target.endpoint);
    const at = `emulator/${target.bucket}/files/`;
    return {
      env: { MC_HOST_emulator: `${protocol}//${target.accessKeyId}:${target.secretAccessKey}@${host}` },
      upload: (from) => ['cp', '--quiet', '--recursive', `${from}/`, at],
      download: (to) => ['cp', '--quiet', '--recursive', at, `${to}/`],
      remove: ['rm', '--quiet', '--recursive', '--force', at],
    };
  }),
];

/** A program of ours below `test/clients/go`, on a library. */
function goLibrary(name: string, folder: string, module: string): Client {
  return {
    name,
    version: () => pinned('go/go.mod', new RegExp(`${module} v(.*)`)),
    async prepare() {
      await must('go', ['build', '-o', `${BUILT}/`, `./${folder}`], {
        cwd: join(SOURCES, 'go'),
        env: { GOFLAGS: '-buildvcs=false' },
      });
      return ourProgram(join(BUILT, folder));
    },
  };
}

/** A program that people use, from the module proxy, with the commands of a round trip. */
function goProgram(
  name: string,
  module: string,
  version: string,
  commands: (target: Target) => Parameters<typeof roundTrip>[1],
): Client {
  return {
    name,
    version: () => Promise.resolve(version),
    async prepare() {
      await must('go', ['install', `${module}@v${version}`], { env: { GOBIN: BUILT } });
      return (target) => roundTrip(join(BUILT, name), commands(target));
    },
  };
}

const ourProgram =
  (command: string, args: readonly string[] = []) =>
  async ({ endpoint, bucket, accessKeyId, secretAccessKey }: Target) => {
    const credentials = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    await must(command, args, { env: { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, ...credentials } });
  };

async function pinned(file: string, pattern: RegExp): Promise<string> {
  const version = pattern.exec(await readFile(join(SOURCES, file), 'utf8'))?.[1];
  if (version === undefined) throw new Error(`${file} pins no version`);
  return version;
}

interface Commands {
  readonly env: Readonly<Record<string, string>>;
  upload(from: string): string[];
  download(to: string): string[];
  readonly remove: readonly string[];
}

/** The largest goes up in parts. */
const SIZES = { empty: 0, 'a b+ü': 1000, 'below/it': 70_000, large: 70 << 20 };

/** Sends a folder of files to a bucket and back with a program, and compares the bytes. */
async function roundTrip(program: string, { env, upload, download, remove }: Commands): Promise<void> {
  await using folder = await temporaryFolder('round-trip-');
  const [from, to] = [join(folder.path, 'from'), join(folder.path, 'to')];
  await mkdir(join(from, 'below'), { recursive: true });
  await mkdir(to);
  for (const [name, size] of Object.entries(SIZES)) await writeFile(join(from, name), randomBytes(size));
  const options = { cwd: folder.path, env: { ...env, HOME: folder.path } };
  await must(program, upload(from), options);
  await must(program, download(to), options);
  for (const name of Object.keys(SIZES)) {
    if (!(await readFile(join(from, name))).equals(await readFile(join(to, name))))
      throw new Error(`${name} came back with other bytes`);
  }
  await must(program, remove, options);
}
