/** What each setting decides, by its name: the text of its doc comment, made by `scripts/sources/emulator.ts`. */
export declare const SENTENCES: Readonly<Record<string, string>>;
