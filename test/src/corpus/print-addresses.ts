import { addressesToKeep } from './addresses';

/* Prints the addresses of every legal program, for test/releases/keep.ts, which is compiled apart from the construct library. */
process.stdout.write(addressesToKeep());
