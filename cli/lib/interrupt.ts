import { ExitCode } from "./exit-codes.ts";

const restores = new Set<() => void>();

/** Ends the process on Ctrl-C (130) and on a polite kill (143) with the terminal as it was found. */
export function onInterrupt(): void {
  process.on("SIGINT", () => end(ExitCode.interrupted));
  process.on("SIGTERM", () => end(143));
}

/** Calls `restore` should the process be interrupted before the returned function is called. */
export function restoreOnInterrupt(restore: () => void): () => void {
  restores.add(restore);
  return () => restores.delete(restore);
}

function end(code: number): never {
  for (const restore of restores) restore();
  process.exit(code);
}
