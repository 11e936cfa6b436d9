import { restoreOnInterrupt } from "../lib/terminal/interrupt.ts";
import { holdSpinner } from "../lib/terminal/spinner.ts";
import type { Step } from "./progress-bar.tsx";

/** What is told how far something is, until it is closed. */
export type Bar = { show(step: Step): void; close(): void };

const FRAME_MS = 100;
/** What is over sooner is not shown at all. */
const DELAY_MS = 200;

/** Draws a bar on standard error and takes the drawing away at the end. */
export async function openLiveBar(colours: boolean): Promise<Bar> {
  // Ink's colour library looks at this variable alone, and only when it is loaded.
  if (!colours) process.env.FORCE_COLOR = "0";
  const [{ render }, { ProgressBar }] = await Promise.all([import("ink"), import("./progress-bar.tsx")]);
  const start = performance.now();
  let step: Step | undefined;
  let drawing: ReturnType<typeof render> | undefined;
  const draw = () => {
    if (step === undefined || performance.now() - start < DELAY_MS) return;
    drawing ??= render(<ProgressBar {...step} />, {
      stdout: process.stderr,
      exitOnCtrlC: false,
      patchConsole: false,
    });
    drawing.rerender(<ProgressBar {...step} />);
  };
  const timer = setInterval(draw, FRAME_MS);
  const releaseSpinner = holdSpinner();
  const close = () => {
    clearInterval(timer);
    release();
    releaseSpinner();
    drawing?.clear();
    drawing?.unmount();
  };
  const release = restoreOnInterrupt(close);
  return {
    show: (next) => {
      step = next;
    },
    close,
  };
}
