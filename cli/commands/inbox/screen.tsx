import { useInput, usePaste } from "ink";
import type { Client } from "../../lib/api/client.ts";
import type { Settings } from "../../lib/settings/settings.ts";
import { restoreOnInterrupt } from "../../lib/terminal/interrupt.ts";
import { holdSpinner } from "../../lib/terminal/spinner.ts";
import type { Style } from "../../lib/text/style.ts";
import { type Action, act } from "./actions/actions.ts";
import { createController } from "./actions/controller.ts";
import { keepLive } from "./actions/live.ts";
import { createReader } from "./actions/reader.ts";
import { type Key, pressesOf } from "./model/keys.ts";
import type { Store } from "./model/session.ts";
import type { InboxViewProps } from "./view/view.tsx";

export type InboxOptions = { client: Client; settings: Settings; store: Store; style: Style };

type Hands = { onInput: (input: string, key: Key) => void; onPaste: (text: string) => void };

/**
 * Draws the inbox on the terminal's other screen, which is left as it was found, and does what is typed, until the
 * user ends it. Rejects when it is interrupted or the key is refused.
 */
export async function openInbox({ client, settings, store, style }: InboxOptions): Promise<void> {
  const [{ render }, { InboxView, reach }] = await Promise.all([import("ink"), import("./view/view.tsx")]);
  const ended = Promise.withResolvers<void>();
  const run = (work: () => Promise<void>) =>
    void work().catch((error: unknown) =>
      store.set({ notice: error instanceof Error ? error.message : String(error) }),
    );
  const reader = createReader(client, store);
  const end = (error?: Error) => (error === undefined ? ended.resolve() : ended.reject(error));
  const controller = createController({
    ...{ store, reader, run, end },
    act: (action: Action) => act({ client, store, run }, action),
  });

  const props = (): InboxViewProps => ({
    ...{ session: store.get(), host: new URL(settings.url).host, style, now: new Date() },
    ...size(),
  });
  const onInput: Hands["onInput"] = (input, key) => {
    for (const press of pressesOf(input, key)) controller.press(press, reach(props()));
  };
  const view = () => <Typed {...props()} View={InboxView} onInput={onInput} onPaste={controller.paste} />;
  let isOver = false;
  const draw = () => {
    if (!isOver) drawing.rerender(view());
  };
  const releaseSpinner = holdSpinner();
  const drawing = render(view(), {
    ...{ alternateScreen: true, interactive: true },
    ...{ exitOnCtrlC: false, patchConsole: false },
  });
  store.watch(draw);
  process.stdout.on("resize", draw);
  const live = keepLive(settings, store, reader);
  const close = () => {
    isOver = true;
    release();
    live.stop();
    process.stdout.off("resize", draw);
    drawing.unmount();
    releaseSpinner();
  };
  const release = restoreOnInterrupt(close);
  run(reader.colleagues);
  await Promise.race([live.ended, ended.promise]).finally(close);
}

function size(): { rows: number; columns: number } {
  const { rows = 24, columns = 80 } = process.stdout;
  return { rows, columns };
}

function Typed({
  View,
  onInput,
  onPaste,
  ...props
}: InboxViewProps & Hands & { View: (props: InboxViewProps) => React.ReactNode }) {
  useInput(onInput);
  usePaste(onPaste);
  return <View {...props} />;
}
