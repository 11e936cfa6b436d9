import { createReadStream } from "node:fs";
import type { WASocket } from "baileys";
import type { Tunnel } from "../../../../egress/tunnel/tunnel.ts";
import type { MediaLocation } from "../../../media.ts";
import type { WhatsAppWebSession } from "../../connection/session.ts";
import type { Library } from "../../library/library.ts";
import { FileRefused } from "../../send/records.ts";
import { decipherer } from "../decipher.ts";
import type { HistoryNotification } from "./notification.ts";

/**
 * Has a file of WhatsApp's on the local disk, whole and deciphered, as long as `use` reads it. It comes through the
 * number's tunnel, where it has one. Rejects with `FileRefused` when it can't be had.
 */
export type BorrowFile = (
  location: MediaLocation,
  use: (path: string) => Promise<void>,
  how: { tunnel: Tunnel | null; signal: AbortSignal },
) => Promise<void>;

export type HistorySource = {
  library: Library;
  session: Pick<WhatsAppWebSession, "tunnel">;
  socket: WASocket;
  borrow: BorrowFile;
  signal: AbortSignal;
};

/** Compressed bytes of a part of the history, as they are read. */
export type Compressed = AsyncIterable<Uint8Array>;

/** Begins to read them, as often as it is called. */
export type OpenCompressed = () => Compressed;

/** The notification names no file and holds nothing, or no host has the file. */
export class HistoryGone extends Error {}

/** Has the part of the history that a notification announces, for as long as `use` reads it. Rejects with `HistoryGone` when there is none. */
export async function withHistory(
  source: HistorySource,
  { initialHistBootstrapInlinePayload: inline, ...file }: HistoryNotification,
  use: (open: OpenCompressed) => Promise<void>,
): Promise<void> {
  if (inline?.length) return await use(() => only(inline));
  const { hosts } = await source.socket.refreshMediaConn(false);
  const failures: string[] = [];
  for (const { hostname } of hosts) {
    const location = await locationOf(source.library, file, hostname);
    try {
      const how = { tunnel: source.session.tunnel(), signal: source.signal };
      return await source.borrow(location, (path) => use(() => createReadStream(path)), how);
    } catch (cause) {
      if (!(cause instanceof FileRefused)) throw cause;
      if (cause.error.code === "media_unavailable") throw cause;
      failures.push(cause.message);
    }
  }
  throw new HistoryGone(failures.join("; ") || "WhatsApp names no host for files");
}

async function* only(bytes: Uint8Array): Compressed {
  yield bytes;
}

async function locationOf(
  library: Library,
  { directPath, mediaKey, fileSha256 }: HistoryNotification,
  host: string,
): Promise<MediaLocation> {
  if (!directPath?.startsWith("/") || !mediaKey) throw new HistoryGone("the notification names no file");
  return {
    url: `https://${host}${directPath}`,
    headers: { origin: library.DEFAULT_ORIGIN },
    mimeType: null,
    sha256: fileSha256?.length === 32 ? Buffer.from(fileSha256).toString("hex") : null,
    size: null,
    decipher: decipherer(await library.getMediaKeys(mediaKey, "md-msg-hist")),
  };
}
