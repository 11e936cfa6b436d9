import { type FirstTexts, texts } from "../languages/texts.ts";

/** The texts that the first view shows, in the language that was chosen before it began. Those of views are in `view-words.ts`. */
export const { LOGIN, OVERVIEW, PROBLEMS, STATES, WORDS }: FirstTexts = texts();
