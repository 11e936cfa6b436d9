/** What a run of many tests shows as it goes: what failed, with all that it printed, and how far the run is. */

/** How often it says how far it is where nobody watches a terminal. */
const EVERY_MS = 30_000;

export type Progress = {
  /** A line that `bun test` printed; returns what is shown of it. */
  take(line: string): string[];
  /** What was printed last and belongs to no test that ended: why a run broke off. */
  left(): string[];
  /** Where the run is: "120 of 447 files, 2101 tests passed, 1 failed". */
  standing(): string;
};

/**
 * Bun names a file (each time anew where several run at once), prints what its tests print, and says of each how it ended. Of a file in which all passed only
 * the count remains; of another all is shown from its name on.
 */
export function createProgress(files: number): Progress {
  let kept: string[] = [];
  const begun = new Set<string>();
  let [passed, failed] = [0, 0];
  let isOver = false;
  const standing = () => `${begun.size} of ${files} files, ${passed} tests passed, ${failed} failed`;
  return {
    standing,
    left: () => kept.slice(2),
    take(line) {
      isOver ||= SUMMARY.test(line);
      if (isOver) return [];
      if (/^tests\/.*\.test\.tsx?:$/.test(line)) {
        begun.add(line);
        kept = ["", line];
        return [];
      }
      if (line.startsWith("(pass) ") || line.startsWith("(skip) ")) {
        if (line.startsWith("(pass) ")) passed++;
        kept = kept.slice(0, 2);
        return [];
      }
      kept.push(line);
      if (!line.startsWith("(fail) ")) return [];
      failed++;
      return kept.splice(0);
    },
  };
}

/** Behind it Bun says everything once more. */
const SUMMARY = /^\d+ tests? failed:$|^ *\d+ pass$/;

/** Passes on what a run of tests prints as its progress shows it, and says now and then how far it is. */
export async function showProgress(
  printed: ReadableStream<Uint8Array>,
  files: number,
  write: (text: string) => void,
  isTerminal: boolean,
): Promise<void> {
  const progress = createProgress(files);
  let saidAt = Date.now();
  for await (const line of linesOf(printed)) {
    const shown = progress.take(line);
    if (shown.length > 0) write(`${isTerminal ? CLEAR : ""}${shown.join("\n")}\n`);
    if (isTerminal) write(`${CLEAR}${progress.standing()}`);
    else if (Date.now() - saidAt > EVERY_MS) {
      saidAt = Date.now();
      write(`${progress.standing()}\n`);
    }
  }
  write(`${isTerminal ? CLEAR : ""}${[...progress.left(), progress.standing()].join("\n")}\n`);
}

/** To the beginning of the line, and nothing on it. */
const CLEAR = "\r\u001b[K";

async function* linesOf(printed: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of printed.pipeThrough(new TextDecoderStream())) {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
