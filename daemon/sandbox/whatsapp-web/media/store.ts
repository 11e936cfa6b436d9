import { randomBytes } from "node:crypto";
import type { Keep } from "../link.ts";

/** The encrypted files of the media server, by path. */
export type MediaStore = {
  /** Takes a file and returns its path, query included: a message's `directPath`. */
  add(bytes: Buffer): string;
  /** The bytes, or the status with which the server answers instead. */
  get(path: string): Buffer | 404 | 410;
  /** From now on the path answers with the status, as WhatsApp's does for old media. */
  expire(path: string, status: 404 | 410): void;
  /** The bytes, expired or not. */
  peek(path: string): Buffer | undefined;
  /** The file is gone for good. */
  remove(path: string): void;
};

type StoredFile = { bytes: Buffer; expired?: 404 | 410 };

/** Files are kept in memory up to this many bytes in all; the oldest make room. */
const MOST_BYTES = 134_217_728;
/** Larger files do not survive a restart. */
const MOST_KEPT_BYTES = 1_048_576;
const PREFIX = "media/file";

/** Small files survive a restart of a sandbox that keeps everything. */
export function createMediaStore(keep: Keep): MediaStore {
  const files = new Map<string, StoredFile>();
  let held = 0;

  function remove(path: string): void {
    held -= files.get(path)?.bytes.length ?? 0;
    files.delete(path);
    keep.delete(PREFIX + path);
  }

  function hold(path: string, file: StoredFile): void {
    files.set(path, file);
    held += file.bytes.length;
    for (const oldest of files.keys()) {
      if (held <= MOST_BYTES || oldest === path) break;
      remove(oldest);
    }
  }

  for (const key of keep.keys(PREFIX)) {
    hold(key.slice(PREFIX.length), { bytes: Buffer.from(keep.get(key) ?? "", "base64") });
  }

  return {
    add(bytes) {
      const path = `/v/t62.7118-24/${randomBytes(16).toString("hex")}.enc`;
      hold(path, { bytes });
      if (bytes.length <= MOST_KEPT_BYTES) keep.set(PREFIX + path, bytes.toString("base64"));
      return `${path}?ccb=11-4&oh=${randomBytes(8).toString("hex")}&mms3=true`;
    },
    get(path) {
      const file = files.get(withoutQuery(path));
      return file === undefined ? 404 : (file.expired ?? file.bytes);
    },
    expire(path, status) {
      const file = files.get(withoutQuery(path));
      if (file !== undefined) file.expired = status;
    },
    remove: (path) => remove(withoutQuery(path)),
    peek: (path) => files.get(withoutQuery(path))?.bytes,
  };
}

function withoutQuery(path: string): string {
  return path.split("?")[0] ?? path;
}
