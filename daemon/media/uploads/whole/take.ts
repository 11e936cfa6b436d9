import { createHash } from "node:crypto";
import { mkdir, open, rm } from "node:fs/promises";
import { writeAll } from "../../../lib/disk/write-all.ts";
import { released } from "../../../lib/released.ts";
import type { Names } from "../../../lib/turns/fair-queue.ts";
import { MediaFailure } from "../../media-error.ts";
import type { Space } from "../../space.ts";
import { type Judged, judge, type Wishes } from "./judge.ts";
import { durably } from "./turns.ts";
import { TYPE_BYTES } from "./upload-type.ts";

/** A file as it comes, and what its client says of it. */
export type Incoming = {
  bytes: AsyncIterable<Uint8Array>;
  /** Its size when it is known before: that of the request's body. */
  length: number | null;
  mimeType: string | null;
  fileName: string | null;
};

/** A file that is whole on the local disk. */
export type Taken = Judged & {
  path: string;
  sha256: string;
  size: number;
  fileName: string | null;
  /** Of a voice message, how loud it is over its length. */
  waveform?: Uint8Array | null;
};

/**
 * Writes a file to the local disk as it comes, hashed on the way; memory use does not grow with it. It is refused as
 * soon as its first bytes, or its size so far, say that it must be. Rejects with a `MediaFailure`, a `Problem` or the
 * error of the connection, and then leaves no file.
 */
export async function take(
  incoming: Incoming,
  { folder, wishes, space, names }: { folder: string; wishes: Wishes; space: Space; names: Names },
): Promise<Taken> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = `${folder}/upload.${crypto.randomUUID()}`;
  const file = await open(path, "wx", 0o600);
  const digest = createHash("sha256");
  const check = createCheck(incoming, wishes, space);
  try {
    for await (const chunk of released(incoming.bytes)) {
      check.add(chunk);
      digest.update(chunk);
      await writeAll(file, chunk);
    }
    const { size, judged } = check.end();
    await durably.inTurn(names, () => file.sync());
    return { ...judged, path, sha256: digest.digest("hex"), size, fileName: incoming.fileName };
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  } finally {
    await file.close();
  }
}

/** Judges a file while it comes: once by its first bytes, then by its growing size. */
function createCheck({ length, mimeType, fileName }: Incoming, wishes: Wishes, space: Space) {
  let head = Buffer.alloc(0);
  let size = 0;
  let judged: Judged | null = null;
  const look = () => {
    judged ??= judge(head, { mimeType, fileName }, wishes);
    judged.refuseLarger(Math.max(size, length ?? 0));
    space.refuseLarger(Math.max(size, length ?? 0));
    return judged;
  };
  return {
    add(chunk: Uint8Array) {
      size += chunk.length;
      if (head.length < TYPE_BYTES) head = Buffer.concat([head, chunk.subarray(0, TYPE_BYTES)]);
      if (head.length >= TYPE_BYTES) look();
    },
    end() {
      if (size === 0) throw new MediaFailure("media_empty", "the file is empty", false);
      return { size, judged: look() };
    },
  };
}
