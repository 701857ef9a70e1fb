import type { Breaks } from '../break';
import { constructBreaks } from './constructs';
import { emulatorBreaks } from './emulator';
import { providerBreaks } from './provider';

/** How to break each rule. */
export const breaks: Breaks = { ...providerBreaks, ...emulatorBreaks, ...constructBreaks };
