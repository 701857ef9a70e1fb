/** The fields that the record of every kind of object has. */
export interface ListedRecord {
  readonly id: string;
  readonly project_id?: string | undefined;
}

/** True if a record belongs to the project. A record without a project also does (P9). */
export const isInProject = (record: Pick<ListedRecord, 'project_id'>, projectId: string) =>
  record.project_id === undefined || record.project_id === projectId;
