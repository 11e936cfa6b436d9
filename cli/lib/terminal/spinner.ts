import { harmless } from "../text/harmless.ts";
import type { Style } from "../text/style.ts";
import { restoreOnInterrupt } from "./interrupt.ts";

/** Does some work, and shows on standard error what is waited for once that takes long. */
export type Spinner = <Value>(label: string, work: () => Promise<Value>) => Promise<Value>;

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;
const FRAME_MS = 100;
/** A shorter wait shows nothing. */
const DELAY_MS = 200;
/** From then on the seconds are shown too. */
const LONG_MS = 3_000;

/** How many things hold standard error: there is only one, shared by all that draw. */
let holders = 0;

/** Keeps spinners away until the returned function is called, because something else is drawn or typed there. */
export function holdSpinner(): () => void {
  holders++;
  let isHeld = true;
  return () => {
    if (isHeld) holders--;
    isHeld = false;
  };
}

/** A spinner that leaves no trace, or one that does the work alone where nobody would see it turn. */
export function createSpinner({ enabled, style }: { enabled: boolean; style: Style }): Spinner {
  return async (label, work) => {
    if (!enabled || holders > 0) return await work();
    const release = holdSpinner();
    const stop = turn(label, style);
    try {
      return await work();
    } finally {
      stop();
      release();
    }
  };
}

function turn(label: string, style: Style): () => void {
  const start = performance.now();
  let frame = 0;
  const draw = () => {
    const elapsed = performance.now() - start;
    if (elapsed < DELAY_MS) return;
    const seconds = elapsed < LONG_MS ? "" : ` ${Math.floor(elapsed / 1_000)} s`;
    const room = Math.max(0, (process.stderr.columns ?? 80) - seconds.length - 3);
    const text = `${style.cyan(FRAMES[frame++ % FRAMES.length] ?? "")} ${style.dim(harmless(label).slice(0, room) + seconds)}`;
    process.stderr.write(`\r${text}\u001b[K`);
  };
  const timer = setInterval(draw, FRAME_MS);
  const stop = () => {
    clearInterval(timer);
    release();
    if (frame > 0) process.stderr.write("\r\u001b[K");
  };
  const release = restoreOnInterrupt(stop);
  return stop;
}
