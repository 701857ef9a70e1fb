import { noContent } from '../answer';
import type { Run } from '../call';
import { requireUpload } from './upload';

/** Source: AbortMultipartUpload. */
export const abortMultipartUpload: Run = (call) => {
  call.context.objects.abort(requireUpload(call));
  return noContent();
};
