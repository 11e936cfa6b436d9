import { mkdir, open, rm } from "node:fs/promises";
import type { Dialing } from "../../../egress/own-hosts.ts";
import { download } from "../../download.ts";
import type { Space } from "../../space.ts";
import { plainName } from "./incoming.ts";
import { judge, type Wishes } from "./judge.ts";
import type { Taken } from "./take.ts";
import { TYPE_BYTES } from "./upload-type.ts";

export type Address = { url: string; filename?: string };

type Options = { guard: Dialing; folder: string; wishes: Wishes; space: Space; signal: AbortSignal };

/**
 * Downloads a file to the local disk through the guard. Rejects with a `MediaFailure` or a `Problem`, and then leaves
 * no file.
 */
export async function takeFromAddress(
  { url, filename }: Address,
  { guard, folder, wishes, space, signal }: Options,
): Promise<Taken> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = `${folder}/upload.${crypto.randomUUID()}`;
  const location = { url, headers: {}, mimeType: null, sha256: null, size: null };
  const { sha256, size } = await download(location, { guard, tunnel: null, path, signal });
  try {
    const fileName = plainName(filename ?? nameIn(url));
    const judged = judge(await beginningOf(path), { mimeType: null, fileName }, wishes);
    judged.refuseLarger(size);
    space.refuseLarger(size);
    return { ...judged, path, sha256, size, fileName };
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  }
}

/** The name at the end of an address. */
function nameIn(url: string): string | null {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last) || null;
  } catch {
    return null;
  }
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TYPE_BYTES), 0, TYPE_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
