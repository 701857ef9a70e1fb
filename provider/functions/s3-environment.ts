import { defineFunction, FunctionError, orNull, parameter } from '../../framework';
import { DEFAULT_REGION, endpointUrl } from '../formats/s3-endpoint';
import { mayHaveUserInfo, quotedAddress } from '../formats/user-info';

/** Makes the environment variables of S3 clients. An empty argument is an error; only the endpoint is looked at further. Errors quote no key. */
export const s3Environment = defineFunction({
  name: 's3_environment',
  summary: 'Environment variables for S3 clients',
  description:
    'A map of the variables from which S3 clients and SDKs take their configuration: `AWS_ENDPOINT_URL_S3`, `AWS_REGION`, ' +
    '`AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, and `S3_BUCKET`, which is for your own program to read. **It contains the secret ' +
    'half of the key.** Terraform marks the map as sensitive or ephemeral when an argument is.',
  parameters: [
    parameter({
      name: 'endpoint',
      type: 'string',
      description: 'S3 endpoint; without a scheme it gets `https://`, on loopback `http://`.',
    }),
    orNull(parameter({ name: 'region', type: 'string', description: 'Region for signatures; null for `us-east-1`.' })),
    parameter({ name: 'bucket', type: 'string', description: 'Alias of the bucket.' }),
    parameter({ name: 'access_key_id', type: 'string', description: 'Public key id.' }),
    parameter({ name: 'secret_access_key', type: 'string', description: 'Secret half of the key.' }),
  ],
  returns: ['map', 'string'],

  call(endpoint, region, bucket, accessKeyId, secretAccessKey) {
    for (const [place, text] of [endpoint, region ?? DEFAULT_REGION, bucket, accessKeyId, secretAccessKey].entries()) {
      if (text === '') throw new FunctionError('it must not be empty', place);
    }
    return {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_ENDPOINT_URL_S3: toUrl(endpoint),
      AWS_REGION: region ?? DEFAULT_REGION,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      S3_BUCKET: bucket,
    };
  },
});

function toUrl(endpoint: string): string {
  if (mayHaveUserInfo(endpoint)) {
    throw new FunctionError('it must not contain a user name or password: remove the part before "@"', 0);
  }
  const url = endpointUrl(endpoint);
  if (url !== undefined) return url;
  throw new FunctionError(`${quotedAddress(endpoint)} is not the address of an S3 endpoint`, 0);
}
