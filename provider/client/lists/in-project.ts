/** The fields that records of every kind may have; only the id is certain. */
export interface ListedRecord {
  readonly id: string;
  /** Undefined if the service does not say it. */
  readonly project_id?: string | undefined;
}

/** True if a record belongs to the project, or may do so because the list does not show its project (P9). */
export const isInProject = (record: Pick<ListedRecord, 'project_id'>, projectId: string) =>
  record.project_id === undefined || record.project_id === projectId;
