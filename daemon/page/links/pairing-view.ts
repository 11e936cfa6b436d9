import { create } from "qrcode";
import type { PairingLinkRow } from "../../../db/channels/pairing-links.ts";
import type { Standing } from "../../channels/session.ts";
import { NOT_PAIRED } from "../../gateway/disconnected.ts";

/** What the page of a pairing link shows. */
export type PairingView = {
  /** `ready` to begin; `waiting` for a code; `qr` and `code` to use; `passkey` first; `scanned`; `connected`. */
  view: "ready" | "waiting" | "qr" | "code" | "passkey" | "scanned" | "connected";
  /** The channel's number, E.164; null before it has one. */
  number: string | null;
  /** Why the last pairing came to nothing. */
  reason: string | null;
  /** The code's text, and its drawing as the `d` of an SVG path on a square of `size`. */
  qr: { text: string; size: number; path: string } | null;
  /** To type on the phone. */
  code: string | null;
  /** Where the account's passkey is used, beside this page. */
  passkey: string | null;
  /** Seconds for which the QR code is good. */
  seconds: number | null;
};

/** Statuses in which a session works on a connection. */
const UNDER_WAY = ["connecting", "pairing"];
/** Light modules around the code, which scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** What a link's page shows of its channel. */
export function viewOf(link: PairingLinkRow, { channel, pairing, isPaired }: Standing): PairingView {
  const { status, phone_number: number } = channel;
  const view = { number, reason: null, qr: null, code: null, passkey: null, seconds: null };
  if (status === "connected" || status === "degraded") return { ...view, view: "connected" };
  if (!UNDER_WAY.includes(status)) return { ...view, view: "ready", reason: reasonOf(link, channel) };
  if (pairing?.passkey != null)
    return { ...view, view: "passkey", passkey: `../passkey/${pairing.passkey.token}` };
  if (pairing?.pairingCode != null) return { ...view, view: "code", code: pairing.pairingCode };
  if (pairing?.qr == null) return { ...view, view: isPaired ? "scanned" : "waiting" };
  const seconds = Math.max(1, Math.ceil((pairing.expiresAt.getTime() - Date.now()) / 1000));
  return { ...view, view: "qr", qr: drawingOf(pairing.qr), seconds };
}

/** The same for a program, which draws the QR code itself. */
export function pairingState({ view: state, qr, ...view }: PairingView) {
  return { state, ...view, qr: qr?.text ?? null };
}

function reasonOf({ begun }: PairingLinkRow, { status, status_reason }: Standing["channel"]): string | null {
  if (begun === 0 && status !== "restricted") return null;
  return status_reason === NOT_PAIRED ? null : status_reason;
}

/** Dark modules, a path of one square each. */
function drawingOf(text: string): NonNullable<PairingView["qr"]> {
  const { size, data } = create(text, { errorCorrectionLevel: "L" }).modules;
  const squares = [...data].flatMap((isDark, at) =>
    isDark ? [`M${(at % size) + QUIET_ZONE} ${Math.floor(at / size) + QUIET_ZONE}h1v1h-1z`] : [],
  );
  return { text, size: size + 2 * QUIET_ZONE, path: squares.join("") };
}
