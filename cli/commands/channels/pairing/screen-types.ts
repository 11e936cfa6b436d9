import type { Channel } from "../../../lib/api/types/channels.ts";
import type { PairingState } from "./watch.ts";

/** Shows a pairing until it is closed. */
export type PairingScreen = {
  show(state: PairingState): Promise<void>;
  close(): Promise<void>;
  /** The number is paired. */
  connected(channel: Channel): Promise<void>;
};

export type ScreenOptions = {
  /** Of the channel. */
  id: string;
  /** To type on the phone; null when a QR code is scanned. */
  code: string | null;
  /** Whether sextants may be drawn without asking the terminal. */
  sextants: boolean;
};
