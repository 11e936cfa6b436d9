import { clearOnResize } from "../../ui/clear-on-resize.ts";
import { type LiveView, type Moment, openLiveView } from "../../ui/live-view.tsx";
import type { PairingState } from "./pairing.ts";
import type { PairingProps } from "./pairing-view.tsx";

/** Draws a pairing on standard error and takes the drawing away at the end. */
export async function openLivePairing({
  code,
  sextants,
  colours,
}: Pick<PairingProps, "code" | "sextants" | "colours">): Promise<
  Pick<LiveView<PairingState>, "show" | "close">
> {
  const load = async () => (await import("./pairing-view.tsx")).PairingView;
  const endClearing = clearOnResize(process.stderr);
  const view = await openLiveView<Omit<PairingProps, keyof Moment>>(load, colours);
  return {
    show({ channel: { id, status, sandbox }, qr, passkey }) {
      const { columns = 80, rows = 24 } = process.stderr;
      view.show({ id, status, sandbox, code, qr, passkey, sextants, colours, columns, rows });
    },
    close() {
      endClearing();
      view.close();
    },
  };
}
