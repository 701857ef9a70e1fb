import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { clientFor, planeOf } from '../../host/emulator/s3/support';
import { localhostCertificate } from '../../host/provider/client/certificate';
import { startProxy } from '../../host/provider/support/proxy';
import { Workspace } from '../../support/workspace';
import { listen } from '../../unit/support/listen';
import type { Build } from '../support/builds';
import { Searched } from './support/canaries';
import { onOneTerraform } from './support/on-each-terraform';

/** All the connection settings that a company network needs, at once: the built provider's own TLS, proxies and headers. */

const CANARIES = { header: 'canary+gateway/key "1"', proxy: 'canary-password-of-the-proxy' };

const CONFIGURATION = `
  variable "gateway_key" {
    type      = string
    ephemeral = true
  }
  provider "coffer" {
    headers       = { "X-Gateway-Key" = var.gateway_key }
    ca_cert_file  = "gateway.pem"
    s3_endpoint   = "http://s3.coffer.test"
    s3_addressing = "virtual"
  }
  resource "coffer_bucket" "b" {
    max_size      = 1000
    force_destroy = true
  }
`;

/** A TLS gateway in front of an emulator that requires a header; its error response repeats the value it received. */
async function startGateway(emulator: Emulator) {
  const certificate = localhostCertificate({ host: 'api.coffer.test' });
  const agents = new Set<string | undefined>();
  const server = createServer(certificate, (incoming, response) => {
    const { method, headers, url: path } = incoming;
    agents.add(headers['user-agent']);
    if (headers['x-gateway-key'] !== CANARIES.header) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(`no gateway key but ${headers['x-gateway-key']}`);
      return;
    }
    const { hostname: host, port } = new URL(emulator.baseUrl);
    incoming.pipe(
      request({ host, port, method, path, headers: { ...headers, host: `${host}:${port}` } }, (upstream) => {
        response.writeHead(upstream.statusCode ?? 500, upstream.headers);
        upstream.pipe(response);
      }),
    );
  });
  return { agents, cert: certificate.cert, port: await listen(server) };
}

async function story(build: Build, terraform?: string): Promise<void> {
  await using emulator = await Emulator.start({ s3PublicUrl: 'http://s3.coffer.test' });
  const gateway = await startGateway(emulator);
  const tls = localhostCertificate();
  const toService = await startProxy(gateway.port, { tls });
  const toS3 = await startProxy(Number(new URL(emulator.s3Endpoint).port));
  const target = { ...emulator, token: emulator.token, projectId: emulator.projectId };
  await using workspace = await Workspace.create(
    { ...target, baseUrl: `https://api.coffer.test:${gateway.port}` },
    {
      build,
      installation: 'dev_overrides',
      ...(terraform !== undefined && { terraform }),
      env: {
        TF_LOG: 'TRACE',
        TF_APPEND_USER_AGENT: 'acme-pipeline/7',
        TF_VAR_gateway_key: CANARIES.header,
        HTTPS_PROXY: toService.url.replace('://', `://user:${CANARIES.proxy}@`),
        HTTP_PROXY: toS3.url,
        NO_PROXY: 'other.test',
        no_proxy: undefined,
        SSL_CERT_FILE: 'trusted.pem',
        SSL_CERT_DIR: undefined,
      },
    },
  );
  await writeFile(join(workspace.folder, 'gateway.pem'), gateway.cert);
  await writeFile(join(workspace.folder, 'trusted.pem'), tls.cert);
  await workspace.write(CONFIGURATION);
  const searched = new Searched();
  const run = async (command: string, ...args: string[]) => {
    const { stdout, stderr } = await workspace.must([command, '-input=false', '-no-color', ...args], {
      withoutPlan: 'the story is about connections',
    });
    searched.add('terminal', stdout);
    searched.add('log', stderr);
  };

  await run('plan', '-out=plan.bin');
  await run('apply', 'plan.bin');
  const bucket = (await workspace.resource('coffer_bucket.b')) as { id: string; alias: string };
  const s3 = clientFor(emulator, await planeOf(emulator).key([bucket], { write: true }));
  await s3.send(new PutObjectCommand({ Bucket: bucket.alias, Key: 'k', Body: 'x' }));
  await searched.addFolder('folder', workspace.folder);
  const refused = await workspace.run(['plan', '-input=false', '-no-color'], {
    env: { TF_VAR_gateway_key: `${CANARIES.header} of someone` },
  });
  searched.add('refused', refused.output);
  await run('destroy', '-auto-approve');

  expect(emulator.inspect.buckets()).toEqual([]);
  expect([...gateway.agents]).toEqual([
    expect.stringMatching(/^terraform-provider-coffer\/\S+ Terraform\/\S+ acme-pipeline\/7$/),
  ]);
  expect(new Set(toService.asked)).toEqual(new Set([`CONNECT api.coffer.test:${gateway.port}`]));
  expect(toS3.asked.filter((line) => !line.includes(` http://${bucket.alias}.s3.coffer.test/?`))).toEqual([]);
  expect(toS3.asked.length).toBeGreaterThan(2);
  expect(searched.at('refused')).toContain('no gateway key but [redacted]');
  expect(searched.at('log')).toContain('HTTP request');
  expect(searched.findings(CANARIES)).toEqual({});
}

onOneTerraform('first', (terraform) => {
  it('reaches the service through a proxy over TLS, a private authority and a gateway, and S3 by another name', () =>
    story('compiled', terraform));
});

it('does so with the provider for Node', () => story('node'));
