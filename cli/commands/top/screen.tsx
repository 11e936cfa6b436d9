import { useInput } from "ink";
import { isRefusal } from "../../lib/actions/watch.ts";
import type { Client } from "../../lib/api/client.ts";
import type { Overview } from "../../lib/api/types/overview.ts";
import { Failure, interrupted } from "../../lib/failures/failure.ts";
import { restoreOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { holdSpinner } from "../../lib/terminal/spinner.ts";
import type { Style } from "../../lib/text/style.ts";
import { hold, holdableOf } from "./hold.ts";
import { type Key, type Press, pressesOf } from "./keys.ts";
import { newSession, type TopSession, withMove, withOverview, withView } from "./session.ts";
import type { TopViewProps } from "./view.tsx";

export type TopScreen = {
  show(overview: Overview): void;
  lost(reason: string): void;
  /** Sets the function to call after a change here. */
  changed(notify: () => void): void;
  /** Resolves when the user ends it, rejects when it is interrupted or the key is refused. */
  ended: Promise<void>;
  close(): void;
};

export type TopScreenOptions = { first: Overview; client: Client; url: string; style: Style };

type OnInput = (typed: string, key: Key) => void;

/** Draws the overview on the terminal's other screen, which is left as it was found, and does what is typed. */
export async function openTopScreen({ first, client, url, style }: TopScreenOptions): Promise<TopScreen> {
  const [{ render }, { TopView, reach }] = await Promise.all([import("ink"), import("./view.tsx")]);
  const ended = Promise.withResolvers<void>();
  let session = newSession(first);
  let notify = () => {};
  let isOver = false;

  const props = (): TopViewProps => ({ session, host: new URL(url).host, style, ...size() });
  const view = () => <Typed onInput={onInput} View={TopView} {...props()} />;
  const change = (next: TopSession) => {
    session = next;
    if (!isOver) drawing.rerender(view());
  };
  const press = (one: Press) => {
    if (one === "interrupt") return ended.reject(interrupted());
    if (one === "end") return ended.resolve();
    if (one === "pause" || one === "resume") return void holdChosen(one === "pause");
    if (one === "back") return change(withView(session, "panes"));
    if (one === "details" || one === "help") return change(withView(session, one));
    change(withMove(session, one, reach(props())));
  };
  const onInput: OnInput = (typed, key) => pressesOf(typed, key).forEach(press);
  const holdChosen = async (paused: boolean) => {
    const chosen = holdableOf(session);
    if (chosen === null) return change({ ...session, notice: "Choose a channel or an endpoint first." });
    change({ ...session, notice: `${paused ? "Pausing" : "Resuming"} ${chosen.name} …` });
    const said = await hold(client, chosen, paused).catch((error: unknown) => {
      if (isRefusal(error) && !isAboutOne(error)) ended.reject(error);
      return error instanceof Error ? error.message : String(error);
    });
    change({ ...session, notice: said });
    notify();
  };

  const releaseSpinner = holdSpinner();
  // drawn in full each time: where a terminal's idea of an emoji's width is another, parts of lines would be left over
  const drawing = render(view(), {
    ...{ alternateScreen: true, interactive: true },
    ...{ exitOnCtrlC: false, patchConsole: false },
  });
  const redraw = () => change(session);
  process.stdout.on("resize", redraw);
  const close = () => {
    isOver = true;
    release();
    process.stdout.off("resize", redraw);
    drawing.unmount();
    releaseSpinner();
  };
  const release = restoreOnInterrupt(close);
  return {
    show: (overview) => change(withOverview(session, overview)),
    lost: (reason) => change({ ...session, lost: reason }),
    changed(next) {
      notify = next;
    },
    ended: ended.promise,
    close,
  };
}

/** Whether a refusal is about the thing to change, not about the caller. */
function isAboutOne(error: unknown): boolean {
  return error instanceof Failure && error.details.status !== 401;
}

function size(): { rows: number; columns: number } {
  const { rows = 24, columns = 80 } = process.stdout;
  return { rows, columns };
}

function Typed({
  onInput,
  View,
  ...props
}: TopViewProps & { onInput: OnInput; View: (props: TopViewProps) => React.ReactNode }) {
  useInput(onInput);
  return <View {...props} />;
}
