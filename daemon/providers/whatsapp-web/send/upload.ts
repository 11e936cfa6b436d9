import type { WAMediaUploadFunction, WASocket } from "baileys";
import type { WhatsAppWebSession } from "../connection/session.ts";
import type { Library } from "../library/library.ts";
import { postFile } from "./post-file.ts";

const UPLOAD_MS = 120_000;

/** The response of a host of WhatsApp's. */
type Uploaded = { url?: string; direct_path?: string };

/**
 * Uploads encrypted files to the hosts that WhatsApp names, with a
 * `Content-Length`: what Baileys does by itself under Bun has none
 * (`Utils/messages-media`, `uploadWithFetch`). Rejects when no host takes it.
 */
export function uploaderOf(
  library: Library,
  session: Pick<WhatsAppWebSession, "tunnel">,
  socket: WASocket,
): WAMediaUploadFunction {
  return async (filePath, { mediaType, fileEncSha256B64, timeoutMs }) => {
    const connection = await socket.refreshMediaConn(false);
    const token = library.encodeBase64EncodedStringForUpload(fileEncSha256B64);
    const query = new URLSearchParams({ auth: connection.auth, token });
    for (const { hostname } of connection.hosts) {
      const url = new URL(`https://${hostname}${library.MEDIA_PATH_MAP[mediaType]}/${token}?${query}`);
      const uploaded = await postFile(url, filePath, {
        headers: { "content-type": "application/octet-stream", origin: library.DEFAULT_ORIGIN },
        timeoutMs: timeoutMs ?? UPLOAD_MS,
        tunnel: session.tunnel(),
      }).catch(() => undefined);
      const { url: mediaUrl, direct_path: directPath } = (uploaded ?? {}) as Uploaded;
      if (mediaUrl !== undefined && directPath !== undefined) return { mediaUrl, directPath };
    }
    // the next try asks for hosts again
    await socket.refreshMediaConn(true);
    throw new Error("Media upload failed on all hosts");
  };
}
