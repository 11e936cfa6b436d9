import { ExitCode } from "../failures/exit-codes.ts";

const restores = new Set<() => void>();
const remarks = new Set<() => void>();
const finishing = new Set<() => Promise<unknown>>();
const LONGEST_FINISH_MS = 2_000;

/** As shells report them: 128 and the signal's number. */
const ENDINGS = { SIGINT: ExitCode.interrupted, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Ends the process on Ctrl-C (130), on a polite kill (143) and when its
 * terminal goes away (129), with the terminal as it was found.
 */
export function onInterrupt(): void {
  for (const [signal, code] of Object.entries(ENDINGS)) process.on(signal, () => end(code));
}

/** Calls `restore` should the process be interrupted before the returned function is called. */
export function restoreOnInterrupt(restore: () => void): () => void {
  restores.add(restore);
  return () => restores.delete(restore);
}

/** Prints a note after the interrupt: what continues without the process, or how to continue. */
export function sayOnInterrupt(say: () => void): () => void {
  remarks.add(say);
  return () => remarks.delete(say);
}

/** Waits for something that continues without the process; an interrupt meanwhile prints a note. */
export async function waitSaying<Result>(say: () => void, waiting: Promise<Result>): Promise<Result> {
  return await waiting.finally(sayOnInterrupt(say));
}

/** Has something done after that, for which the process waits a moment, or until a second signal. */
export function finishOnInterrupt(finish: () => Promise<unknown>): () => void {
  finishing.add(finish);
  return () => finishing.delete(finish);
}

/** Waits for ever once the process was interrupted: how it ends is settled then, whatever a command makes of it. */
export async function leaveEndToInterrupt(): Promise<void> {
  if (isEnding) await new Promise(() => {});
}

let isEnding = false;

function end(code: number): void {
  isEnding = true;
  for (const restore of restores) restore();
  for (const say of remarks) say();
  if (finishing.size === 0) process.exit(code);
  const finished = Promise.allSettled([...finishing].map((finish) => finish()));
  finishing.clear();
  void Promise.race([finished, Bun.sleep(LONGEST_FINISH_MS)]).then(() => process.exit(code));
}
