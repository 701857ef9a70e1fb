/** The script of the pages as one text: `emulator/dashboard/browser/`, bundled by `scripts/sources/emulator.ts`. */
export declare const BROWSER_CODE: string;
