import type { Client } from "../../../lib/api/client.ts";
import type { Channel, Qr } from "../../../lib/api/types/channels.ts";
import { Failure } from "../../../lib/failures/failure.ts";
import { passkeyWords } from "../passkey/words.ts";

/** How far a pairing is. */
export type PairingState = {
  channel: Channel;
  /** The code to scan now, if any. */
  qr: { text: string; attempt: number; expiresAt: string | null } | null;
  /** The passkey that WhatsApp wants, with what to do about it, line by line; null when it wants none. */
  passkey: {
    step: Qr["state"];
    url: string;
    /** To compare with the phone's; null until there is one. */
    code: string | null;
    expiresAt: string;
    words: readonly string[];
  } | null;
};

const LOOK_MS = 500;
/** Nothing more happens by itself. */
const ENDED = ["connected", "disconnected", "logged_out", "replaced", "restricted"];

/** Looks at a pairing until it has ended, well or badly; `show` sees every look. Returns the last. */
export async function watchPairing(
  client: Client,
  id: string,
  { deadline, show }: { deadline: number; show(state: PairingState): Promise<void> },
): Promise<PairingState> {
  while (true) {
    const state = await look(client, id);
    if (isEnded(state) || performance.now() >= deadline) return state;
    await show(state);
    await Bun.sleep(LOOK_MS);
  }
}

export function isEnded({ channel }: PairingState): boolean {
  return ENDED.includes(channel.status);
}

async function look(client: Client, id: string): Promise<PairingState> {
  const channel = await client.call("GET /v1/channels/{id}", { path: { id } });
  if (channel.status !== "pairing") return { channel, qr: null, passkey: null };
  const found = await client.call("GET /v1/channels/{id}/qr", { path: { id }, query: {} }).catch(connected);
  if (found === null) return { channel, qr: null, passkey: null };
  return { channel, qr: shown(found), passkey: wanted(found) };
}

function shown({ qr, attempt, expires_at: expiresAt }: Qr): PairingState["qr"] {
  return qr === null ? null : { text: qr, attempt, expiresAt };
}

function wanted(found: Qr): PairingState["passkey"] {
  const { passkey, state: step, confirm_code: code } = found;
  if (passkey == null) return null;
  return { step, url: passkey.url, code, expiresAt: passkey.expires_at, words: passkeyWords(found) ?? [] };
}

/** The phone was quicker than the second question. */
function connected(error: unknown): null {
  if (error instanceof Failure && error.details.code === "already_connected") return null;
  throw error;
}
