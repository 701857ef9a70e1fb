/** A secret, bucket, key or pull secret of one project, as far as its record says to which it belongs (P9). */
export const isInProject = (record: { project_id?: string | undefined }, projectId: string) =>
  record.project_id === undefined || record.project_id === projectId;
