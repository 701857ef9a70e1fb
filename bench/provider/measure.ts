import type { Turn } from '../support/turns';
import type { Driver } from './contender';
import type { StartService } from './service';

/** How a measurement is to be made. */
export interface Measure {
  readonly rounds: number;
  readonly startService: StartService;
  /** Gives what is told of each turn of the work named. */
  readonly onTurn: (work: string) => (turn: Turn<Driver>) => void;
}
