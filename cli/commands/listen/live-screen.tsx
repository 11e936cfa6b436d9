import { interrupted } from "../../lib/failures/failure.ts";
import { restoreOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { holdSpinner } from "../../lib/terminal/spinner.ts";
import { clearOnResize } from "../../ui/clear-on-resize.ts";
import type { Screen, ScreenOptions } from "./screen.ts";
import {
  chosenEntry,
  type Key,
  NEW_SESSION,
  type Session,
  withAttempt,
  withEvent,
  withKey,
  withStart,
} from "./session.ts";
import type { Input } from "./typed-view.tsx";

/** Draws the session on standard output, and does what is typed. */
export async function openListenScreen({ target, repeat }: ScreenOptions, colours: boolean): Promise<Screen> {
  // Ink's colour library looks at this variable alone, and only when it is loaded.
  if (!colours) process.env.FORCE_COLOR = "0";
  const [{ render }, { TypedListenView }, { lastScroll }] = await Promise.all([
    import("ink"),
    import("./typed-view.tsx"),
    import("./view.tsx"),
  ]);
  const ended = Promise.withResolvers<void>();
  let session = NEW_SESSION;
  let isOver = false;

  const onInput: Input = (typed, key) => {
    if (key.ctrl && typed === "c") return ended.reject(interrupted());
    if (typed === "q") return ended.resolve();
    const entry = chosenEntry(session);
    if (typed === "r" && entry !== undefined) return void repeat(entry.event);
    const pressed = keyOf(typed, key);
    if (pressed !== null) change(withKey(session, pressed, lastScroll(session, size())));
  };
  const view = () => <TypedListenView {...{ onInput, session, target, isOver }} {...size()} />;
  const endClearing = clearOnResize(process.stdout);
  // Before the drawing: the user may type as soon as it is shown.
  process.stdin.setRawMode(true);
  const drawing = render(view(), { exitOnCtrlC: false, patchConsole: false });
  const draw = () => drawing.rerender(view());
  const change = (next: Session) => {
    session = next;
    draw();
  };
  const drawAnew = () => {
    drawing.clear();
    draw();
  };
  process.stdout.on("resize", drawAnew);
  const releaseSpinner = holdSpinner();
  const close = () => {
    release();
    releaseSpinner();
    process.stdout.off("resize", drawAnew);
    endClearing();
    isOver = true;
    draw();
    drawing.unmount();
  };
  const release = restoreOnInterrupt(close);
  return {
    connected: () => change({ ...session, connected: true, connection: "connected" }),
    lost: (reason) => change({ ...session, connected: false, connection: `reconnecting: ${reason}` }),
    received: (event) => change(withEvent(session, event)),
    started: (event) => change(withStart(session, event)),
    forwarded: async (event, attempt) => change(withAttempt(session, event, attempt)),
    ended: ended.promise,
    close,
  };
}

function size(): { rows: number; columns: number } {
  const { rows = 24, columns = 80 } = process.stdout;
  return { rows, columns };
}

function keyOf(typed: string, key: Parameters<Input>[1]): Key | null {
  if (key.upArrow || typed === "k") return "up";
  if (key.downArrow || typed === "j") return "down";
  if (key.return || typed === "d") return "enter";
  return key.escape ? "back" : null;
}
