export { VirtualClock } from './clock';
export { StartError } from './domain/errors';
export type { Lag } from './domain/lag';
export { Emulator, type Project } from './emulator';
export type { EmulatorOptions } from './options';
export type { FaultHandle, FaultMoment, FaultSpec } from './rest/faults';
export type { JournalEntry, JournalFilter } from './rest/journal';
export { type Dialect, dialects, type Knobs } from './rest/knobs';
