import type { Visit } from "./visit.ts";

/** How a reader carries out a line whose words alone don't say it. Texts may name `{values}` of the visit. */
export type Way = {
  /** What is typed in place of the line: with real ids for the page's placeholders, say. */
  as?: string;
  /** What the reader has to have by then. */
  before?: (visit: Visit) => Promise<void>;
  /** It goes on until it is interrupted, or with `ends` by itself; when it has printed this, the rest happens. */
  ready?: RegExp;
  /** Typed in another terminal meanwhile. */
  meanwhile?: string[];
  ends?: boolean;
  /** What is typed then; the command has a terminal for it, and ends by it. */
  types?: string;
  /** What it prints in the end. */
  says?: RegExp;
  /** Exit codes that are right; 0 unless it says otherwise. */
  codes?: number[];
  /** Why it is not done here: it takes what only a real installation has. */
  left?: string;
};

/** The first way whose page and pattern fit a line is taken. */
export type Ways = [page: RegExp, line: RegExp, way: Way][];
