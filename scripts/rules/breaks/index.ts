import type { Breaks } from '../break';
import { constructBreaks } from './constructs';
import { emulatorBreaks } from './emulator';
import { frameworkBreaks } from './framework';
import { providerBreaks } from './provider';

export const breaks: Breaks = { ...providerBreaks, ...frameworkBreaks, ...emulatorBreaks, ...constructBreaks };
