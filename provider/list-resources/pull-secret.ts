import { DiagnosticError } from '../../framework';
import { listOf } from './common';

/** Finds pull secrets that may be imported. Throws a DiagnosticError unless `pull_secret_api` is `full`. Shown by server and user name. */
export const pullSecretList = listOf({
  typeName: 'pull_secret',
  description:
    'Pull secrets that the token can see, of one project or all, sorted by server, without passwords. Needs a service that can list them: ' +
    '`pull_secret_api = "full"` in the provider block.',
  nameIn: '`server`',
  collection({ client, pullSecretApi }) {
    if (pullSecretApi !== 'full') throw notListed();
    return client.pullSecrets;
  },
  name: ({ server }) => server,
  show: ({ id, server, username }) => [server || id, username].filter(Boolean).join(' '),
});

const notListed = () =>
  new DiagnosticError(
    'Pull secrets cannot be listed',
    'The interface of the service shows no list of pull secrets. Where yours has one, set pull_secret_api = "full" in the ' +
      'provider block; otherwise take their ids from the dashboard.',
  );
