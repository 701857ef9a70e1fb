import type { Run } from '../call';
import { checkVersion } from '../headers/attributes';
import { requireMatch } from '../headers/conditions';
import { noContent } from '../response';

/** Deleting a missing object succeeds. Source: DeleteObject. */
export const deleteObject: Run = ({ request: { headers, query }, context, address }) => {
  checkVersion(query);
  const match = headers['if-match'];
  context.objects.delete(
    address,
    match === undefined ? undefined : { condition: (current) => requireMatch(match, current) },
  );
  return noContent();
};
