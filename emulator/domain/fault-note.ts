/** What a fault did to one request. */
export interface FaultNote {
  /** Id of the fault. */
  readonly id: string;
  /** What happened to the response; `none`: the request only waited. */
  readonly effect: 'cut' | 'status' | 'truncate' | 'garbage' | 'none';
  /** Whether it came before the operation, which then had no effect, or after. */
  readonly when: 'before-commit' | 'after-commit';
  /** Whether the request was delayed, or held until the fault was released. */
  readonly waits: boolean;
}
