import { clearOnResize } from "../../../ui/clear-on-resize.ts";
import { type LiveView, type Moment, openLiveView } from "../../../ui/live-view.tsx";
import type { PairingProps } from "./view.tsx";

type State = Omit<PairingProps, keyof Moment>;

/** Draws a pairing with characters on standard error and takes the drawing away at the end. */
export async function openLivePairing(colours: boolean): Promise<LiveView<State>> {
  const load = async () => (await import("./view.tsx")).PairingView;
  const endClearing = clearOnResize(process.stderr);
  const view = await openLiveView<State>(load, colours);
  return {
    show: view.show,
    close() {
      endClearing();
      view.close();
    },
  };
}
