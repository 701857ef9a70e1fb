import { expect, test } from 'vitest';
import { Duration, PullSecret, SecretValue } from '../../../src';
import { expr, makeStack, onlyResource, synth } from './support';

test('defines a pull secret for any registry, with a write-only password', () => {
  const stack = makeStack();

  new PullSecret(stack, 'Image', {
    server: 'registry.example.com',
    username: 'robot$ci',
    password: SecretValue.fromVariable(stack, 'registry_password', { version: '2' }),
    passwordExpiresAt: '2026-03-01T12:00:00Z',
    deleteTimeout: Duration.minutes(1),
  });

  expect(onlyResource(stack, 'coffer_pull_secret')).toEqual({
    server: 'registry.example.com',
    username: 'robot$ci',
    password_wo: expr('var.registry_password'),
    password_wo_version: 'var.registry_password/2',
    password_expires_at: '2026-03-01T12:00:00Z',
    timeouts: { delete: '1m' },
  });
});

test('a user name that is a token itself is write-only too, and a new version of either sends both', () => {
  const stack = makeStack();
  const token = SecretValue.fromVariable(stack, 'api_token', { version: 'b' });

  new PullSecret(stack, 'Image', {
    server: 'registry.example.com',
    secretUsername: token,
    password: SecretValue.fromVariable(stack, 'password', { version: 'a' }),
  });

  expect(onlyResource(stack, 'coffer_pull_secret')).toEqual({
    server: 'registry.example.com',
    username_wo: expr('var.api_token'),
    password_wo: expr('var.password'),
    password_wo_version: 'var.password/a/var.api_token/b',
  });
});

test('plain text is kept where a change of it is seen', () => {
  const stack = makeStack();

  new PullSecret(stack, 'Image', {
    server: 'registry.example.com',
    secretUsername: SecretValue.unsafePlainText('user'),
    password: SecretValue.unsafePlainText('open'),
  });

  expect(onlyResource(stack, 'coffer_pull_secret')).toEqual({
    server: 'registry.example.com',
    username: 'user',
    password: 'open',
  });
});

test('C8: a user name of which one would replace the other is an error', () => {
  const stack = makeStack();
  const password = SecretValue.fromVariable(stack, 'password');

  expect(
    () => new PullSecret(stack, 'Two', { server: 's', password, username: 'u', secretUsername: password }),
  ).toThrow(
    'only one of "username" and "secretUsername" can be given, got "username" and "secretUsername" (in app/Two)',
  );
});

test('one that is defined elsewhere defines nothing', () => {
  const stack = makeStack();

  const image = PullSecret.fromPullSecretId(stack, 'Image', 'ps-1');

  expect(image.pullSecretId).toBe('ps-1');
  expect(JSON.parse(synth(stack))).not.toHaveProperty('resource');
  expect(() => PullSecret.fromPullSecretId(stack, 'Empty', '')).toThrow(
    '"pullSecretId" must not be empty (in app/Empty)',
  );
});
