import type { Run } from '../call';
import { noContent } from '../response';
import { requireUpload } from './upload';

/** Source: AbortMultipartUpload. */
export const abortMultipartUpload: Run = (call) => {
  call.context.objects.uploads.abort(requireUpload(call));
  return noContent();
};
