import { describe, expect, test } from 'vitest';
import { bytes, failureOf, startService } from './fixture';

/** P52: changes of one run that want the names of one another, as a list of which the first element is removed makes them. */

type Service = Awaited<ReturnType<typeof startService>>;

/** Secrets with these names, each with its name as the value, and a rename of each. */
async function named(service: Service, names: readonly string[]) {
  const { client, projectId } = service;
  const secrets = await Promise.all(
    names.map((name) => client.secrets.create({ projectId, name, value: bytes(name) })),
  );
  return secrets.map(({ id }) => ({
    id,
    to: (name: string) => client.secrets.update({ id, name, value: bytes(name) }, service.call),
    drop: () => client.secrets.deleteIfExists(id, service.call),
  }));
}

const namesAt = ({ emulator }: Service) =>
  emulator.inspect
    .secrets()
    .map(({ name }) => name)
    .sort();

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

describe.each([1, 10])('P52: with %i requests at the same time', (maxConcurrentRequests) => {
  test('eight chained renames', async () => {
    const service = await startService({}, { maxConcurrentRequests });
    const secrets = await named(service, NAMES);

    await Promise.all(secrets.map(({ to }, index) => to(NAMES[index + 1] ?? 'i')));

    expect(namesAt(service)).toEqual([...NAMES.slice(1), 'i']);
  });

  test.each(['first', 'last'])('a list without its first element, whose deletion comes %s', async (order) => {
    const service = await startService({}, { maxConcurrentRequests });
    const secrets = await named(service, NAMES);
    const [last] = secrets.slice(-1);

    const deletion = order === 'first' ? last?.drop() : undefined;
    const renames = secrets.slice(0, -1).map(({ to }, index) => to(NAMES[index + 1] ?? ''));
    await Promise.all([...renames, deletion ?? last?.drop()]);

    expect(namesAt(service)).toEqual(NAMES.slice(1));
  });

  test('a create of the name that a rename gives up', async () => {
    const service = await startService({}, { maxConcurrentRequests });
    const { client, projectId, call } = service;
    const [one] = await named(service, ['a']);

    await Promise.all([client.secrets.create({ projectId, name: 'a', value: bytes('new') }, call), one?.to('b')]);

    expect(namesAt(service)).toEqual(['a', 'b']);
  });

  test.each([2, 3])('%i names that go round in a circle are errors that say so', async (count) => {
    const service = await startService({}, { maxConcurrentRequests });
    const names = NAMES.slice(0, count);
    const secrets = await named(service, names);

    const errors = await Promise.all(secrets.map(({ to }, index) => failureOf(to(names[(index + 1) % count] ?? ''))));

    expect(errors.map(({ name }) => name)).toEqual(names.map(() => 'NameCycleError'));
    expect(errors[0]?.message).toContain('round in a circle');
    expect(namesAt(service)).toEqual(names);
  });
});

test('P52: a rename waits for another one that the service has not responded to', async () => {
  const service = await startService();
  const { emulator } = service;
  const [one, two] = await named(service, ['a', 'b']);
  const held = emulator.faults.add({ operation: 'updateSecret', pause: true, when: 'before-commit', times: 1 });
  const freeing = two?.to('c');
  await held.whenMet();

  const renaming = one?.to('b');
  const again = emulator.journal.waitFor({ operation: 'updateSecret', status: 409 }, { count: 2 });
  // A rename that does not wait has ended after its first refusal.
  await Promise.race([again, renaming]);
  held.release();
  await Promise.all([freeing, renaming]);

  expect(namesAt(service)).toEqual(['b', 'c']);
});

test('P52: a rename waits for another one that Terraform begins after its refusal', async () => {
  const service = await startService();
  const [one, two] = await named(service, ['a', 'b']);
  const second = service.emulator.faults.add({
    operation: 'updateSecret',
    pause: true,
    when: 'before-commit',
    skip: 1,
    times: 1,
  });

  const renaming = one?.to('b');
  // A rename that does not wait ends with its first refusal.
  await Promise.race([second.whenMet(), renaming]);
  await two?.to('c');
  second.release();
  await renaming;

  expect(namesAt(service)).toEqual(['b', 'c']);
});

test('P52: a foreign name is not waited for once nothing else changes', async () => {
  const service = await startService();
  const [one, two] = await named(service, ['a', 'b']);

  const [error] = await Promise.all([failureOf(one?.to('b') ?? Promise.resolve()), two?.to('b')]);

  expect(error).toMatchObject({ name: 'NameTakenError', takenName: 'b' });
});
