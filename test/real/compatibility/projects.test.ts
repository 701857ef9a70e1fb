import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { onEach } from './on-each';

/** One provider block for two projects, and a secret with one name in each. */
const configuration = (projects: object) => `
  locals {
    projects = ${JSON.stringify(projects)}
  }
  variable "in_use" {
    type = set(string)
  }
  provider "coffer" {
    alias      = "by_name"
    for_each   = local.projects
    token      = each.value.token
    project_id = each.value.projectId
  }
  resource "coffer_secret" "s" {
    provider = coffer.by_name[each.key]
    for_each = var.in_use
    name     = "session"
    value_wo = "of-\${each.key}"
  }
  data "coffer_secrets" "all" {
    provider   = coffer.by_name[each.key]
    for_each   = var.in_use
    depends_on = [coffer_secret.s]
  }
  output "ids" {
    value = { for name, found in data.coffer_secrets.all : name => found.secrets[*].id }
  }
`;

onEach('provider `for_each`', ({ path }) => {
  it('each instance of the provider works in its project', async () => {
    await using emulator = await Emulator.start();
    const projects = { one: emulator.newProject(), two: emulator.newProject() };
    await using workspace = await Workspace.create(emulator, { terraform: path });
    await workspace.write(configuration(projects));
    const using = (...names: string[]) => workspace.write(`in_use = ${JSON.stringify(names)}\n`, 'terraform.tfvars');
    const stored = () =>
      Object.fromEntries(
        emulator.inspect.secrets().map(({ id, projectId }) => [projectId, emulator.inspect.secretValue(id)]),
      );

    await using('one', 'two');
    await workspace.apply();
    expect(stored()).toEqual({ [projects.one.projectId]: 'of-one', [projects.two.projectId]: 'of-two' });
    const { one, two } = await workspace.output<Record<string, string[]>>('ids');
    expect([one, two]).toEqual([[expect.any(String)], [expect.any(String)]]);
    expect(one).not.toEqual(two);

    await using('two');
    await workspace.apply();
    expect(stored()).toEqual({ [projects.two.projectId]: 'of-two' });

    await workspace.destroy();
    expect(stored()).toEqual({});
  });
});

onEach('functions of a provider alias (`provider::coffer::alias::…`)', ({ path }) => {
  it('give the same as those without one', async () => {
    await using emulator = await Emulator.start();
    await using workspace = await Workspace.create(emulator, { terraform: path });
    await workspace.write(`
      provider "coffer" {
        alias = "it"
      }
      resource "coffer_bucket" "b" {
        provider = coffer.it
        max_size = provider::coffer::it::parse_size("1GiB")
      }
      output "text" {
        value = provider::coffer::it::format_size(coffer_bucket.b.max_size)
      }
    `);

    await workspace.apply();

    expect(await workspace.output('text')).toBe('1GiB');
    expect(emulator.inspect.buckets().map(({ maxSize }) => maxSize)).toEqual([1073741824n]);
  });
});
