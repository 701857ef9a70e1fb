import { expect, test } from 'vitest';
import { toErrorResponse } from '../../../../emulator/rest/error-responses';
import { dialects, type Knobs, unrecorded } from '../../../../emulator/settings/knobs';

const ERROR_BODIES: readonly Knobs['errorBody'][] = ['json', 'empty', 'problem'];

test.each(ERROR_BODIES)('an error that nobody expected is 500, and says nothing of itself (%s)', (errorBody) => {
  const error = new Error('CANARY', { cause: new Error('CANARY') });

  const { status, body, headers } = toErrorResponse(error, unrecorded({ ...dialects.conventional, errorBody }));

  expect(status).toBe(500);
  expect(JSON.stringify([body, headers])).not.toContain('CANARY');
  const message = 'The emulator failed; its log says why.';
  if (errorBody === 'json') expect(body).toEqual({ error: { code: 'internal', message } });
  if (errorBody === 'problem') expect(body).toMatchObject({ title: 'Internal Server Error', detail: message });
});
