import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { tar } from '../../../../../framework/packaging/tar';
import { unzip } from '../../../../../framework/packaging/zip';
import { inRoot } from '../../../../../scripts/support/paths';
import { must, run } from '../../../../../scripts/support/run';
import { listen } from '../../../../unit/support/listen';
import { temporaryFolder } from '../../../../unit/support/temporary-folder';

/** The jobs of a release that publish: what they send, that they can run again, and that they name a version that is there with other bytes. */

const CANARY = 'canary-of-a-token';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

async function write(name: string, data: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, data);
  return path;
}

async function publish(script: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const result = await run('bash', [inRoot('scripts/workflows', script), ...args], { env });
  expect(result.output).not.toContain(CANARY);
  return result;
}

describe('Go', () => {
  const git = (...args: readonly string[]) =>
    must('git', ['-c', 'user.name=tests', '-c', 'user.email=tests@coffer.example', ...args]);

  const push = () =>
    publish('publish-go.sh', [join(folder, 'go'), '1.2.3'], {
      REPOSITORIES: `file://${folder}/hub`,
      GITHUB_TOKEN: CANARY,
    });

  beforeEach(async () => {
    await git('init', '--quiet', '--bare', '--initial-branch=main', join(folder, 'hub/cdktf-coffer-go'));
    await git('clone', '--quiet', join(folder, 'hub/cdktf-coffer-go'), join(folder, 'first'));
    await write('first/of-an-earlier-version.go', 'package coffer');
    await git('-C', join(folder, 'first'), 'add', '.');
    await git('-C', join(folder, 'first'), 'commit', '--quiet', '--message', 'first');
    await git('-C', join(folder, 'first'), 'push', '--quiet', 'origin', 'HEAD:main');
    await write('go/cdktf-coffer-go/README.md', 'readme');
    await write('go/cdktf-coffer-go/coffer/go.mod', 'module example/coffer');
    await write('go/cdktf-coffer-go/coffer/.gitignore', 'ignored');
    await write('go/cdktf-coffer-go/coffer/ignored', 'is part of the module');
  });

  test('the module is pushed with its tag, without files of earlier versions, and once; a tag with other files is named', async () => {
    expect(await push()).toMatchObject({ code: 0 });
    const again = await push();

    expect(again).toMatchObject({ code: 0, stdout: 'cdktf-coffer-go coffer/v1.2.3 is published already\n' });
    const { stdout } = await git(
      '-C',
      join(folder, 'hub/cdktf-coffer-go'),
      'ls-tree',
      '-r',
      '--name-only',
      'coffer/v1.2.3',
    );
    expect(stdout.trim().split('\n')).toEqual(['README.md', 'coffer/.gitignore', 'coffer/go.mod', 'coffer/ignored']);
    const log = await git('-C', join(folder, 'hub/cdktf-coffer-go'), 'log', '--format=%s', 'main');
    expect(log.stdout).toBe('coffer/v1.2.3\nfirst\n');
    await write('go/cdktf-coffer-go/coffer/go.mod', 'module example/another');
    const { code, output } = await push();
    expect(code).toBe(1);
    expect(output).toContain('cdktf-coffer-go has the tag coffer/v1.2.3 with other files.');
  });
});

describe('Maven Central', () => {
  const POM = 'dev/coffer/x/1.2.3/x-1.2.3.pom';

  interface Request {
    readonly line: string;
    readonly authorization: string | undefined;
    readonly body: Buffer;
  }

  let address: string;
  let requests: Request[];
  let states: string[];
  let published: Record<string, string>;

  beforeEach(async () => {
    [requests, states, published] = [[], [], {}];
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      const line = `${request.method} ${request.url}`;
      if (request.method === 'GET') {
        const found = published[(request.url ?? '').slice('/maven2/'.length)];
        response.writeHead(found === undefined ? 404 : 200).end(found);
        return;
      }
      requests.push({ line, authorization: request.headers.authorization, body });
      if (line.includes('/upload')) response.writeHead(201).end('deployment-7');
      else response.end(JSON.stringify({ deploymentState: states.shift(), errors: { x: ['no javadoc'] } }));
    });
    address = `http://127.0.0.1:${await listen(server)}`;
    await write(`maven/${POM}`, 'pom');
    await write(`maven/${POM}.asc`, 'signature');
  });

  const upload = () =>
    publish('publish-maven.sh', [join(folder, 'maven')], {
      PORTAL: address,
      REPOSITORY: `${address}/maven2`,
      PAUSE_SECONDS: '0',
      MAVEN_USERNAME: 'user',
      MAVEN_PASSWORD: CANARY,
    });

  test('one upload has every file, and its state is asked for until it is published', async () => {
    states = ['PENDING', 'VALIDATING', 'PUBLISHING'];

    expect(await upload()).toMatchObject({ code: 0 });

    expect(requests.map(({ line }) => line)).toEqual([
      'POST /api/v1/publisher/upload?publishingType=AUTOMATIC&name=coffer',
      ...Array.from({ length: 3 }, () => 'POST /api/v1/publisher/status?id=deployment-7'),
    ]);
    const token = `Bearer ${Buffer.from(`user:${CANARY}`).toString('base64')}`;
    expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(new Set([token]));
    const [{ body = Buffer.of() } = {}] = requests;
    const bundle = body.subarray(body.indexOf('PK\x03\x04'), body.lastIndexOf('\r\n--'));
    const files = unzip(bundle).map(({ name }) => name);
    expect(files.filter((name) => !name.endsWith('/')).sort()).toEqual([POM, `${POM}.asc`]);
  });

  test('what is there already is left alone, and named if it is not the same', async () => {
    published = { [POM]: 'pom' };
    expect(await upload()).toMatchObject({ code: 0, stdout: '1 packages are published already\n' });
    published = { [POM]: 'another' };
    const { code, output } = await upload();

    expect([code, requests]).toEqual([1, []]);
    expect(output).toContain(`${POM} is published with other bytes.`);
  });
});

describe('npm', () => {
  /** A registry in the place of npm's: `npm view` prints what is there, `npm publish` is written down. */
  const NPM = '#!/bin/sh\ncase $1 in view) cat "$REGISTRY/$2" ;; *) echo "$@" >> "$REGISTRY/published" ;; esac\n';

  const send = async () => {
    await chmod(await write('bin/npm', NPM), 0o755);
    const manifest = Buffer.from(JSON.stringify({ name: 'coffer-x', version: '1.2.3' }));
    const packed = gzipSync(tar([{ name: 'package/package.json', data: manifest }], 0));
    const file = await write('npm/coffer-x-1.2.3.tgz', packed);
    const integrity = `sha512-${createHash('sha512').update(packed).digest('base64')}`;
    const result = () =>
      publish('publish-npm.sh', [join(folder, 'npm')], {
        REGISTRY: join(folder, 'registry'),
        PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      });
    await mkdir(join(folder, 'registry'), { recursive: true });
    return { file, integrity, result };
  };

  test('a package is published without its scripts, left alone if it is there, and named if it is not the same', async () => {
    const { file, integrity, result } = await send();
    expect(await result()).toMatchObject({ code: 0 });
    const published = await readFile(join(folder, 'registry/published'), 'utf8');
    await write('registry/coffer-x@1.2.3', integrity);
    const same = await result();
    await write('registry/coffer-x@1.2.3', 'sha512-another');
    const other = await result();

    expect(published).toBe(`publish --ignore-scripts --provenance --access public ${file}\n`);
    expect(same).toMatchObject({ code: 0, stdout: 'coffer-x@1.2.3 is published already\n' });
    expect(other.code).toBe(1);
    expect(other.output).toContain('coffer-x@1.2.3 is published with other bytes: sha512-another');
    expect(await readFile(join(folder, 'registry/published'), 'utf8')).toBe(published);
  });
});

describe('the release on GitHub', () => {
  /** A stand-in that serves the draft, and writes down what becomes of it. */
  const GH =
    '#!/bin/sh\ncase "$2" in download) mkdir "$7" && cp "$DRAFT"/* "$7" ;; *) echo "$*" >> "$DRAFT/../calls" ;; esac\n';

  async function publishDraft(draft: Readonly<Record<string, string>>) {
    await chmod(await write('bin/gh', GH), 0o755);
    const signed = { 'release/a.zip': 'a', 'release/sbom/a.zip.cdx.json': '{}', 'release/RELEASE_NOTES.md': 'notes' };
    const files = Object.entries(draft).map(([name, text]) => [`draft/${name}`, text] as const);
    for (const [name, text] of [...Object.entries(signed), ...files]) await write(name, text);
    return publish('publish-release.sh', ['v1.2.3', join(folder, 'release')], {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      DRAFT: join(folder, 'draft'),
      GITHUB_REPOSITORY: 'coffer/x',
      GH_TOKEN: CANARY,
    });
  }

  const made = { 'a.zip': 'a', 'a.zip.cdx.json': '{}' };

  test('the draft with the signed files becomes public', async () => {
    expect(await publishDraft(made)).toMatchObject({ code: 0 });

    expect(await readFile(join(folder, 'calls'), 'utf8')).toBe('release edit v1.2.3 --repo coffer/x --draft=false\n');
  });

  test.each([
    ['a file that was changed', { ...made, 'a.zip': 'another' }, 'a.zip differ'],
    ['a file less', { 'a.zip': 'a' }, 'a.zip.cdx.json'],
  ])('one with %s stays a draft', async (_, draft, named) => {
    const { code, output } = await publishDraft(draft);

    expect(code).toBe(1);
    expect(output).toContain(named);
    expect(output).toContain('The draft v1.2.3 holds other files than the signed release.');
    await expect(readFile(join(folder, 'calls'))).rejects.toThrow('ENOENT');
  });
});
