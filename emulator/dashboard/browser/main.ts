/*
 * The script of every page of somebody who is signed in. Pages work without it. The build makes one text of it
 * (scripts/sources/emulator.ts), because the emulator is one file (internals/decisions/0016-emulator-in-one-file.md).
 */
import { offerCopies } from './copy';
import { keepUpToDate } from './live';
import { completeSearch } from './search';
import { countSelection } from './selection';
import { guardForms } from './stale-forms';
import { uploadMany } from './upload';

document.documentElement.classList.add('scripted');
offerCopies();
guardForms();
keepUpToDate();
countSelection();
completeSearch();
uploadMany();
