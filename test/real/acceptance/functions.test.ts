import { expect, it } from 'vitest';
import { Workspace } from '../../support/workspace';

/** Nothing listens at this address, and no token is set: functions need neither (P19). */
const NOWHERE = { baseUrl: 'http://127.0.0.1:9', token: '', projectId: '' };

it('P19: functions are called without a configured provider, and give what they say', async () => {
  await using workspace = await Workspace.create(NOWHERE);
  await workspace.write(`
    variable "password" {
      type      = string
      sensitive = true
      default   = "canary"
    }
    output "sizes" {
      value = [
        provider::coffer::parse_size("10GiB"),
        provider::coffer::parse_size("9223372036854775807"),
        provider::coffer::parse_size("0.5 kB"),
        provider::coffer::format_size(provider::coffer::parse_size("8EiB")),
        provider::coffer::format_size(1536),
      ]
    }
    output "servers" {
      value = [for image in ["nginx", "ghcr.io/acme/web:1"] : provider::coffer::registry_server(image)]
    }
    output "config" {
      value     = provider::coffer::docker_config_json(values({
        a = { server = "ghcr.io", username = "me", password = var.password }
        b = { server = "docker.io", username = "you", password = "other" }
      }))
      sensitive = true
    }
    output "environment" {
      value     = provider::coffer::s3_environment("s3.example.com", null, "uploads", "GK1", var.password)
      sensitive = true
    }
  `);

  const { output } = await workspace.apply();
  const { stdout } = await workspace.must(['output', '-json']);

  const values = JSON.parse(stdout.replace(/9223372036854775807/, '"$&"')) as Record<string, { value: unknown }>;
  expect(values.sizes?.value).toEqual([10_737_418_240, '9223372036854775807', 500, '8EiB', '1536B']);
  expect(values.servers?.value).toEqual(['https://index.docker.io/v1/', 'ghcr.io']);
  expect(JSON.parse(String(values.config?.value))).toEqual({
    auths: {
      'ghcr.io': { auth: Buffer.from('me:canary').toString('base64') },
      'https://index.docker.io/v1/': { auth: Buffer.from('you:other').toString('base64') },
    },
  });
  expect(values.environment?.value).toMatchObject({
    AWS_ENDPOINT_URL_S3: 'https://s3.example.com',
    AWS_REGION: 'us-east-1',
    AWS_SECRET_ACCESS_KEY: 'canary',
  });
  expect(output).not.toContain('canary');
});

it('what is not known yet makes the result unknown, and the call waits', async () => {
  await using workspace = await Workspace.create(NOWHERE);
  await workspace.write(`
    resource "terraform_data" "size" {
      input = "1KiB"
    }
    output "bytes" {
      value = provider::coffer::parse_size(terraform_data.size.output)
    }
  `);

  const planned = await workspace.must(['plan', '-input=false', '-no-color']);
  await workspace.apply();
  const { stdout } = await workspace.must(['output', '-json', 'bytes']);

  expect(planned.stdout).toMatch(/bytes\s+= \(known after apply\)/);
  expect(stdout.trim()).toBe('1024');
});
