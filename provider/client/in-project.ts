/** True if a record belongs to the project. A record without a project also does (P9). */
export const isInProject = (record: { project_id?: string | undefined }, projectId: string) =>
  record.project_id === undefined || record.project_id === projectId;
