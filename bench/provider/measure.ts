import type { Turn } from '../support/turns';
import type { Driver } from './contender';
import type { StartService } from './service';

/** Settings of a measurement. */
export interface Measure {
  readonly rounds: number;
  readonly startService: StartService;
  /** Returns the callback for each turn of the named work. */
  readonly onTurn: (work: string) => (turn: Turn<Driver>) => void;
}
