/** The effect of a fault on a request. */
export interface FaultNote {
  /** Id of the fault. */
  readonly id: string;
  /** The effect on the response; `none` if the request only waited. */
  readonly effect: 'cut' | 'status' | 'truncate' | 'garbage' | 'none';
  /** Whether the fault applied before the operation, which then had no effect, or after it. */
  readonly when: 'before-commit' | 'after-commit';
  /** Whether the request was delayed, or held until the fault was released. */
  readonly waits: boolean;
}
