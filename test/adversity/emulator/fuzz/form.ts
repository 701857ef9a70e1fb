import { sign } from '../../../host/emulator/s3/post-form';
import type { Credentials } from '../../../host/emulator/s3/support';
import type { Dice } from '../../../support/dice';
import { VALUES } from './words';

/** A form as a browser would send it, signed for whatever is in it, with something odd now and then. */
export function formBody(
  dice: Dice,
  boundary: string,
  bucket: string,
  { accessKeyId, secretAccessKey }: Credentials,
): Buffer {
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${date.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const fields: [string, string][] = [
    ['key', dice.pick(['form', `form-\${filename}`, '', 'b/c'])],
    ['x-amz-algorithm', 'AWS4-HMAC-SHA256'],
    ['x-amz-credential', `${accessKeyId}/${scope}`],
    ['x-amz-date', date],
  ];
  if (dice.roll(2) === 0) {
    const name = dice.pick(['success_action_status', 'success_action_redirect', 'Content-Type', 'x-amz-meta-a', 'acl']);
    fields.push([name, dice.pick(VALUES)]);
  }
  const any = fields.map(([name]) => ['starts-with', `$${name}`, '']);
  const odd = dice.pick([[], [{ bucket: 1 }], [['content-length-range', 'a', -1]], [null], [['starts-with']], [{}]]);
  const conditions = [{ bucket }, ...any, ...(dice.roll(5) === 0 ? odd : [])];
  const expiration = new Date(Date.now() + 600_000).toISOString();
  const policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64');
  fields.push(['policy', policy], ['x-amz-signature', sign(policy, scope, secretAccessKey)]);
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f.txt"\r\n\r\nbytes\r\n`;
  return Buffer.from(`${parts.join('')}${dice.roll(10) === 0 ? '' : file}--${boundary}--\r\n`);
}
