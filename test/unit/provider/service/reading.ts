import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { Diagnostics } from '../../../../framework/diagnostic';
import { validateConfig } from '../../../../framework/server/validate-config';
import { complete } from '../../../../framework/testing/proposal';
import { formatPath } from '../../../../framework/values/path';

import type { Value } from '../../../../framework/values/value';
import { provider } from '../../../../provider/provider';
import { type Config, readSettings, settingsSchema } from '../../../../provider/service/settings';
import { temporaryFolder } from '../../support/temporary-folder';

/** Certificates of two authorities. */
export const [PEM = '', OTHER_PEM = ''] = rootCertificates;

/** A file with this text, removed with the test. */
export function pemFile(text: string): string {
  const folder = temporaryFolder();
  const file = join(folder, 'ca.pem');
  writeFileSync(file, text);
  return file;
}

/** The attributes of the provider block. */
export const { attributes } = settingsSchema;

/** A provider block with its required settings. */
export const GOOD = { base_url: 'https://api.example.com/v1', token: 'canary-token' };

/** A provider block with these arguments. */
export const config = (given: Record<string, Value>) => complete(attributes, given);

/** The settings from a provider block and the environment, and their problems. */
export function read(given: Record<string, Value>, env: Record<string, string> = {}) {
  const diagnostics = new Diagnostics();
  const settings = readSettings(config(given) as unknown as Config, env, diagnostics);
  return {
    settings,
    problems: diagnostics.all.map(({ summary, path = [] }) => `${formatPath(path)}: ${summary}`),
    diagnostics,
  };
}

/** The problems of a provider block. */
export const validate = (given: Record<string, Value>) =>
  validateConfig(provider, config(given)).diagnostics.map(
    ({ summary, path = [] }) => `${formatPath(path)}: ${summary}`,
  );
