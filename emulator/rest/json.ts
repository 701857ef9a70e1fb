/** JSON that keeps every digit of an integer, for files that the emulator is started with, or writes. */
export { type Json, parseJson, stringifyJson } from '../../contract';
