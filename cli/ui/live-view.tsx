import type { ComponentType } from "react";
import { restoreOnInterrupt } from "../lib/terminal/interrupt.ts";
import { holdSpinner } from "../lib/terminal/spinner.ts";
import { DRAWN_AT_ONCE } from "./drawn-at-once.ts";

/** A drawing of the latest of some states, until it is closed. */
export type LiveView<State> = { show(state: State): void; close(): void };

/** A view's props beside the state. */
export type Moment = { frame: number; elapsedMs: number };

const FRAME_MS = 100;
/** A shorter wait draws nothing. */
const DELAY_MS = 200;

/**
 * Draws on standard error, ten times a second, and takes the drawing away at the end. `load` loads the view. Text that
 * is wider than the terminal is cut: a line that wraps would be left behind by the next drawing.
 */
export async function openLiveView<State extends object>(
  load: () => Promise<ComponentType<State & Moment>>,
  colours: boolean,
): Promise<LiveView<State>> {
  // Ink's colour library looks at this variable alone, and only when it is loaded.
  if (!colours) process.env.FORCE_COLOR = "0";
  const [{ Box, render }, View] = await Promise.all([import("ink"), load()]);
  const start = performance.now();
  let state: State | undefined;
  let frame = 0;
  let drawing: ReturnType<typeof render> | undefined;
  const draw = () => {
    const elapsedMs = performance.now() - start;
    if (state === undefined || elapsedMs < DELAY_MS) return;
    const view = (
      <Box overflowX="hidden">
        <View {...state} frame={frame++} elapsedMs={elapsedMs} />
      </Box>
    );
    drawing ??= render(view, { stdout: process.stderr, ...DRAWN_AT_ONCE });
    drawing.rerender(view);
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
    show(next) {
      state = next;
    },
    close,
  };
}
