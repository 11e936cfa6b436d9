/** What somebody writes who means no good. */

/** Would run, load or lead away if it were not shown as text. */
export const MARKUP = `<img src=x onerror="taken=1"><a href="javascript:taken=1">{{1}}`;
/** Turns around what follows it, if that is in the same line. */
export const REVERSED = "Invoice \u202Egpj.exe";
/** Nothing of it is seen. */
export const UNSEEN = "\u200B\u200D\u2060\u200B";
/** A word without an end, as long as names and tags may be. */
export const ENDLESS = "W".repeat(64);

export const NAMES = { MARKUP, REVERSED, UNSEEN, ENDLESS } as const;
