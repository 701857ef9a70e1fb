/** JSON that keeps every digit of an integer, for files that the emulator is started with. */
export { type Json, parseJson } from '../../contract';
