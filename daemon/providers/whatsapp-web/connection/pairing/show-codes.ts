import type { AuthenticationCreds, BinaryNode, WABrowserDescription, WASocket } from "baileys";
import { takeOver } from "../../library/inside/take-over.ts";
import type { Library } from "../../library/library.ts";

/** The lifetime of a connection's first QR code, and of each later one (Baileys, `Socket/socket.js`, genPairQR). */
export const FIRST_QR_MS = 60_000;
export const NEXT_QR_MS = 20_000;

export type CodesOptions = {
  library: Library;
  credentials: AuthenticationCreds;
  browser: WABrowserDescription;
  /** The lifetime of every code; WhatsApp's own times when absent. */
  qrLivesMs: number | undefined;
  onQr(qr: string, livesMs: number): void;
  /** Every code was shown, and none was scanned. */
  onNone(): void;
};

/**
 * Shows one QR code after another, as Baileys does: its own timer can't be stopped, and would end a connection whose code
 * was scanned long ago, while a person looks for the passkey. Returns what stops it.
 */
export function showCodes(socket: WASocket, { onQr, onNone, ...options }: CodesOptions): () => void {
  const { library, qrLivesMs } = options;
  let timer: NodeJS.Timeout | undefined;
  const show = (refs: readonly string[], livesMs: number) => {
    const [ref, ...others] = refs;
    if (ref === undefined) return onNone();
    onQr(qrOf(options, ref), livesMs);
    timer = setTimeout(() => show(others, qrLivesMs ?? NEXT_QR_MS), livesMs);
  };
  takeOver(socket.ws, "CB:iq,type:set,pair-device", async (stanza) => {
    clearTimeout(timer);
    const { id = "" } = stanza.attrs;
    await socket.sendNode({ tag: "iq", attrs: { to: library.S_WHATSAPP_NET, type: "result", id } });
    show(refsOf(library, stanza), qrLivesMs ?? FIRST_QR_MS);
  });
  return () => clearTimeout(timer);
}

function refsOf({ getBinaryNodeChild, getBinaryNodeChildren }: Library, stanza: BinaryNode): string[] {
  const refs = getBinaryNodeChildren(getBinaryNodeChild(stanza, "pair-device"), "ref");
  return refs.flatMap(({ content }) =>
    content === undefined || Array.isArray(content) ? [] : [Buffer.from(content).toString()],
  );
}

function qrOf({ library, credentials, browser }: Omit<CodesOptions, "onQr" | "onNone">, ref: string): string {
  const { noiseKey, signedIdentityKey, advSecretKey } = credentials;
  const inBase64 = (key: Uint8Array) => Buffer.from(key).toString("base64");
  const keys = [inBase64(noiseKey.public), inBase64(signedIdentityKey.public), advSecretKey] as const;
  return library.buildPairingQRData(ref, ...keys, browser);
}
