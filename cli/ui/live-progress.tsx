import type { Message } from "../lib/api-types.ts";
import { restoreOnInterrupt } from "../lib/interrupt.ts";

/** What is told how far a message is, until it is closed. */
export type Progress = { show(message: Message): void; close(): void };

const FRAME_MS = 100;
/** What is over sooner is not shown at all. */
const DELAY_MS = 200;

/** Draws the way of a message on standard error and takes the drawing away at the end. */
export async function openLiveProgress(
  goal: { to: string; target: string },
  colours: boolean,
): Promise<Progress> {
  // Ink's colour library looks at this variable alone, and only when it is loaded.
  if (!colours) process.env.FORCE_COLOR = "0";
  const [{ render }, { SendProgress }] = await Promise.all([import("ink"), import("./send-progress.tsx")]);
  const start = performance.now();
  let status = "queued";
  let frame = 0;
  const view = () => (
    <SendProgress {...goal} status={status} frame={frame++} elapsedMs={performance.now() - start} />
  );
  let drawing: ReturnType<typeof render> | undefined;
  const draw = () => {
    if (performance.now() - start < DELAY_MS) return;
    drawing ??= render(view(), { stdout: process.stderr, exitOnCtrlC: false, patchConsole: false });
    drawing.rerender(view());
  };
  const timer = setInterval(draw, FRAME_MS);
  const close = () => {
    clearInterval(timer);
    release();
    drawing?.clear();
    drawing?.unmount();
  };
  const release = restoreOnInterrupt(close);
  return {
    show: (message) => {
      status = message.status;
    },
    close,
  };
}
