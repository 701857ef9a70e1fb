import { DiagnosticError, type Schema } from '../../framework';
import type { PullSecretRecord } from '../client';
import { defineListResource, toCall } from '../service/connection';
import { getMany, nameRegex, projectOf } from '../service/find-many';
import { fromList, lookInProject } from './common';

const schema = {
  description:
    'Every pull secret that the token can see, sorted by server, without passwords. Needs a service that can list them: ' +
    '`pull_secret_api = "full"` in the provider block.',
  attributes: {
    name_regex: nameRegex('`server`'),
    project_id: lookInProject(),
  },
} satisfies Schema;

/** Finds pull secrets. */
export const pullSecretList = defineListResource({
  typeName: 'pull_secret',
  schema,

  async list(request) {
    const { config, connection } = request;
    if (connection.pullSecretApi !== 'full') throw notListed();
    const wanted = {
      name: (one: PullSecretRecord) => one.server,
      nameRegex: config.name_regex,
      projectId: projectOf(config, connection),
    };
    const found = await getMany(fromList(connection.client.pullSecrets, toCall(request)), wanted);
    return found.map((one) => ({
      identity: { id: one.id },
      displayName: [one.server ?? one.id, one.username].filter(Boolean).join(' '),
    }));
  },
});

const notListed = () =>
  new DiagnosticError(
    'Pull secrets cannot be listed',
    'The interface of the service shows no list of pull secrets. Where yours has one, set pull_secret_api = "full" in the ' +
      'provider block; otherwise take their ids from the dashboard.',
  );
