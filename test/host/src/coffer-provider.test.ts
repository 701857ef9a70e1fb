import { TerraformStack, Testing } from 'cdktf';
import { expect, test } from 'vitest';
import { CofferProvider, Duration, LostCreates, l1, PullSecretApi, S3Addressing, SecretValue } from '../../../src';
import { block, expr, makeApp } from './support';

test('hands on every prop, the token as an ephemeral variable', () => {
  const stack = new TerraformStack(makeApp(), 'app');
  const plain = {
    alias: 'eu',
    baseUrl: 'https://api.example.com/v1',
    projectId: 'p-1',
    allowInsecureHttp: false,
    caCertPem: 'pem',
    caCertFile: 'ca.pem',
    maxConcurrentRequests: 4,
    maxRetries: 0,
    pullSecretApi: PullSecretApi.FULL,
    lostCreates: LostCreates.REPORT,
    s3Region: 'eu-central-1',
    s3Endpoint: 'https://s3.internal.example',
    s3Addressing: S3Addressing.VIRTUAL,
    skipRegistryValidation: true,
    trustLists: true,
    allowForeignProject: true,
    deletionProtection: true,
  };

  new CofferProvider(stack, 'coffer', {
    ...plain,
    token: SecretValue.fromVariable(stack, 'coffer_token'),
    headers: { 'X-Gateway-Key': SecretValue.fromVariable(stack, 'gateway_key') },
    fingerprintKey: SecretValue.fromVariable(stack, 'fingerprint_key'),
    requestTimeout: Duration.seconds(45),
    retryWaitMin: Duration.milliseconds(250),
    retryWaitMax: Duration.minutes(1),
    listConfirmation: Duration.seconds(0),
  });

  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  expect(block(stack, 'provider', 'coffer')).toEqual([
    {
      ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [snake(name), value])),
      token: expr('var.coffer_token'),
      headers: { 'X-Gateway-Key': expr('var.gateway_key') },
      fingerprint_key: expr('var.fingerprint_key'),
      request_timeout: '45s',
      retry_wait_min: '250ms',
      retry_wait_max: '1m',
      list_confirmation: '0s',
    },
  ]);
  expect(block(stack, 'variable', 'coffer_token')).toMatchObject({ ephemeral: true, sensitive: true });
});

test('takes the file of a token in place of the token', () => {
  const stack = new TerraformStack(makeApp(), 'app');

  new CofferProvider(stack, 'coffer', { tokenFile: '/run/token' });

  expect(block(stack, 'provider', 'coffer')).toEqual([{ token_file: '/run/token' }]);
  const both = { alias: 'b', tokenFile: '/run/token', token: SecretValue.fromVariable(stack, 't') };
  expect(() => new CofferProvider(stack, 'both', both)).toThrow('only one of "token" and "tokenFile" can be given');
});

test('takes no plain text for a header', () => {
  const stack = new TerraformStack(makeApp(), 'app');
  const headers = { 'X-Gateway-Key': 'canary' as unknown as SecretValue };

  const define = () => new CofferProvider(stack, 'coffer', { headers });

  expect(define).toThrow('"X-Gateway-Key" must be a SecretValue');
  expect(define).not.toThrow(/canary/);
});

test('leaves the names of headers as they are, in HCL, too', () => {
  const stack = new TerraformStack(makeApp(), 'app');
  new CofferProvider(stack, 'coffer', { headers: { 'X-Gateway-Key': SecretValue.fromVariable(stack, 'key') } });
  new l1.CofferProvider(stack, 'low', { alias: 'low', headers: { 'CF-Access': 'text' } });

  const hcl = Testing.synthHcl(stack);

  expect(hcl).toMatch(/headers = \{\s+X-Gateway-Key = "\$\{var\.key\}"\s+\}/);
  expect(hcl).toMatch(/headers = \{\s+CF-Access = "text"\s+\}/);
});
