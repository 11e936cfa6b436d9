import { mkdir, rm } from "node:fs/promises";
import type { BorrowFile } from "../../providers/whatsapp-web/receive/history/source.ts";
import { type FileHosts, guardFileHosts } from "../../providers/whatsapp-web/receive/media-source.ts";
import { FileRefused } from "../../providers/whatsapp-web/send/records.ts";
import { download } from "../download.ts";
import { MediaFailure } from "../media-error.ts";

/** Files of WhatsApp's that are read once and not kept: each is on the disk until it was read. */
export function createBorrowedFiles(hosts: FileHosts, folder: string): BorrowFile {
  const guard = guardFileHosts(hosts);
  return async (location, use, { tunnel, signal }) => {
    const path = `${folder}/borrowed.${crypto.randomUUID()}`;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      await download(location, { guard, tunnel, path, signal });
      await use(path);
    } catch (cause) {
      throw cause instanceof MediaFailure ? new FileRefused(cause.shown()) : cause;
    } finally {
      await rm(path, { force: true });
    }
  };
}
