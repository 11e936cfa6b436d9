import type { WAMediaUploadFunction, WASocket } from "baileys";
import type { Library } from "../library/library.ts";

const UPLOAD_MS = 120_000;

/**
 * Uploads encrypted files to the hosts that WhatsApp names, with a
 * `Content-Length`: what Baileys does by itself under Bun has none
 * (`Utils/messages-media`, `uploadWithFetch`). Rejects when no host takes it.
 */
export function uploaderOf(library: Library, socket: WASocket): WAMediaUploadFunction {
  return async (filePath, { mediaType, fileEncSha256B64, timeoutMs }) => {
    const connection = await socket.refreshMediaConn(false);
    const token = library.encodeBase64EncodedStringForUpload(fileEncSha256B64);
    const query = new URLSearchParams({ auth: connection.auth, token });
    for (const { hostname } of connection.hosts) {
      const uploaded = await library
        .uploadWithNodeHttp({
          url: `https://${hostname}${library.MEDIA_PATH_MAP[mediaType]}/${token}?${query}`,
          filePath,
          headers: { "Content-Type": "application/octet-stream", Origin: library.DEFAULT_ORIGIN },
          timeoutMs: timeoutMs ?? UPLOAD_MS,
        })
        .catch(() => undefined);
      const { url, direct_path } = uploaded ?? {};
      if (url !== undefined && direct_path !== undefined) return { mediaUrl: url, directPath: direct_path };
    }
    // the next try asks for hosts again
    await socket.refreshMediaConn(true);
    throw new Error("Media upload failed on all hosts");
  };
}
