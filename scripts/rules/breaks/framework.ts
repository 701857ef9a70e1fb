import type { Breaks } from '../break';

export const frameworkBreaks: Breaks = {
  F1: {
    does: 'asks for the time while it plans',
    file: 'framework/server/plan-resource-change.ts',
    find: 'return response(writeOnlyToNull(attributes, misfits',
    replace: 'target.configuration.environment.now();\n  return response(writeOnlyToNull(attributes, misfits',
  },
  F2: {
    does: 'reports an unknown setting as an error of the plan',
    file: 'framework/server/configure-provider.ts',
    find: 'diagnostics.warn(',
    replace: 'diagnostics.error(',
  },
  F3: {
    does: 'validates nothing before the provider is configured',
    file: 'framework/server/provider-server.ts',
    find: 'validateConfig(target(typeName).definition, config, host),',
    replace: 'configuration.requireConnection() && validateConfig(target(typeName).definition, config, host),',
  },
  F4: {
    does: 'leaves open what the host has not closed',
    file: 'framework/server/open-ephemeral-resources.ts',
    find: 'await Promise.allSettled(open.map((one) => one.close().finally(() => this.#closing.delete(one))));',
  },
  F5: {
    does: 'drops U+FEFF at the start of a long text',
    file: 'framework/protocol/value/utf8.ts',
    find: 'ignoreBOM: true',
    replace: 'ignoreBOM: false',
  },
  F6: {
    does: 'plans an unknown identity',
    file: 'framework/identity.ts',
    find: 'return identity && isWhollyKnown(identity) ? identity : identityOf(resource, prior);',
    replace: 'return identity && isObject(identity) ? identity : identityOf(resource, prior);',
  },
  F7: {
    does: 'invokes an action without validating it',
    file: 'framework/server/plan-action.ts',
    find: 'diagnostics.add(...validateConfig(definition, config).diagnostics);',
  },
  F8: {
    does: 'begins what is asked for after it was told to stop',
    file: 'framework/server/running-calls.ts',
    find: 'if (this.#interruption) call.interrupt(this.#interruption);',
  },
  F9: {
    does: 'leaves at SIGTERM although the host lives',
    file: 'framework/protocol/lifetime.ts',
    find: 'readonly stop = (): void => {\n    void this.#work.stopAll();',
    replace: 'readonly stop = (): void => {\n    this.leave();',
  },
};
