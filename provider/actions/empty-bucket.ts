import { DiagnosticError, lengthAtLeast, path, type Schema, string, timeouts } from '../../framework';
import { emptyOut, reachable } from '../service/bucket-over-s3';
import { defineAction, toCall } from '../service/connection';

const schema = {
  description:
    'Permanently empties an S3 bucket: deletes every object, with all its versions if the server keeps them, and aborts every unfinished ' +
    'upload. It may also delete objects that others write meanwhile. The action creates an access key for this, and deletes it afterwards. The bucket itself stays.',
  attributes: {
    bucket_id: string({
      required: true,
      description: 'Identifier of the bucket, as the service gave it.',
      validators: [lengthAtLeast(1)],
    }),
    timeouts: timeouts({ invoke: 'Time limit for emptying the bucket.' }, { invoke: '1h' }),
  },
} satisfies Schema;

/** Empties a bucket that stays. A run that fails has deleted at least what its error says; another run goes on with the rest. */
export const emptyBucket = defineAction({
  typeName: 'empty_bucket',
  schema,

  async invoke(request) {
    const { config, connection, progress } = request;
    const id = config.bucket_id;
    const name = JSON.stringify(id);
    const found = await connection.client.buckets.find(id, toCall(request));
    const unlisted = `The service lists no bucket with the id ${name}. Check the id and the token's project.`;
    const bucket = found && (await reachable(request, found));
    if (!bucket) throw new DiagnosticError('No such bucket', unlisted, path('bucket_id'));
    const emptied = await emptyOut(request, { bucket, advice: 'Then run the action again.' });
    if (emptied.isNothing) return progress(`Bucket ${name} was empty already: nothing was deleted.`);
    progress(`Bucket ${name} is empty: ${emptied}.`);
  },
});
