/** One file of the page, compressed in the two ways that browsers take. */
export type PageFile = { gzip: Blob; br: Blob };

/** The file that shows notifications with no tab open: its name never changes, as browsers ask for it again by that. */
export const WORKER_FILE = "push-worker.js";

/** The program that runs in the browser: its files by name, and those that the document names. */
export type Bundle = {
  script: string;
  style: string;
  /** What the program loads first, besides the texts of its language. */
  start: string;
  /** The texts of each language: those of the first view, and those of the others. */
  languages: Readonly<Record<string, { first: string; more: string }>>;
  manifest: string;
  icon: string;
  files: Readonly<Record<string, PageFile>>;
};
