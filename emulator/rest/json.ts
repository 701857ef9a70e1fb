/** JSON that keeps every digit of an integer, for files that the emulator reads at the start, or writes. */
export { type Json, parseJson, stringifyJson } from '../../contract';
