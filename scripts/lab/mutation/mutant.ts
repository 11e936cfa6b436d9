/** A file with one place changed, as a careless edit would leave it. */
export type Mutant = {
  /** From the checkout. */
  path: string;
  /** Counted from 1. */
  line: number;
  is: string;
  becomes: string;
  /** The file's whole text with the change. */
  text: string;
};

/** Replaces what stands from `start` to `end`. */
export function mutate(path: string, text: string, [start, end]: [number, number], becomes: string): Mutant {
  const line = text.slice(0, start).split("\n").length;
  const changed = text.slice(0, start) + becomes + text.slice(end);
  return { path, line, is: text.slice(start, end), becomes, text: changed };
}
