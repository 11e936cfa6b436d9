/** The sections that the page shows with its first view: they are loaded before it, the others with the views that show them. */
export const FIRST_SECTIONS = ["LOGIN", "OVERVIEW", "STATES", "WORDS"] as const;

/** Those that are so in all languages but English, in which the page shows the API's own words. */
export const TRANSLATED_FIRST = ["PROBLEMS"] as const;
