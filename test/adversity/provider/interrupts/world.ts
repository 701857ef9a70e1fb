import type { Emulator } from '../../../../emulator';
import type { ObjectValue } from '../../../../framework/values/value';
import { Host } from '../../../support/host';
import { makeBystanders } from '../fault-cells';
import type { World } from './operations';

/** A world whose providers end with it. */
export interface WatchedWorld extends World, AsyncDisposable {
  onWait: () => void;
}

/** Prepares a project, whose clock tells when somebody waits. */
export async function createWorld(emulator: Emulator, settings: ObjectValue): Promise<WatchedWorld> {
  const hosts: Host[] = [];
  const project = emulator.newProject();
  let ms = Date.UTC(2026, 0, 1);
  const world = {
    emulator,
    project,
    clock: {
      get now() {
        return ms;
      },
      set now(later) {
        ms = later;
        world.onWait();
      },
    },
    onWait: () => {},
    there: await makeBystanders(emulator, project),
    async command(options: Parameters<World['command']>[0] = {}) {
      const target = { ...project, baseUrl: emulator.baseUrl };
      const host = await Host.start(target, {
        ...{ clock: world.clock, rereads: false, ...options },
        settings: { ...settings, ...options.settings },
      });
      hosts.push(host);
      return host;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(hosts.map((host) => host.hangUp()));
    },
    async send(method: string, path: string, body?: object) {
      const headers = { authorization: `Bearer ${project.token}`, ...(body && { 'content-type': 'application/json' }) };
      const response = await fetch(emulator.baseUrl + path, {
        ...{ method, headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return response.ok && text !== '' ? JSON.parse(text) : undefined;
    },
  };
  return world;
}
