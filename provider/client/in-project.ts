/** Whether a secret, bucket, key or pull secret belongs to the project; a record without a project counts as belonging (P9). */
export const isInProject = (record: { project_id?: string | undefined }, projectId: string) =>
  record.project_id === undefined || record.project_id === projectId;
