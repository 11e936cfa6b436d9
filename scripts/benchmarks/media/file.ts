import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { basename } from "node:path";

/** A file to send, and what its bytes are. */
export type GeneratedFile = {
  path: string;
  name: string;
  as: "document" | "video";
  bytes: number;
  sha256: string;
};

const PIECE_BYTES = 1024 ** 2;
const BEGINNING = { document: "%PDF-1.7\n", video: "\0\0\0\x18ftypisom\0\0\0\0isommp42\0\0\0\x08free" };

/** Writes a file of so many random bytes, which begins as its kind does. */
export async function generateFile(
  path: string,
  as: GeneratedFile["as"],
  bytes: number,
): Promise<GeneratedFile> {
  const digest = createHash("sha256");
  const file = await open(path, "w");
  for (let written = 0; written < bytes; written += PIECE_BYTES) {
    const piece = Buffer.from(crypto.getRandomValues(new Uint8Array(65_536)));
    const whole = Buffer.alloc(Math.min(PIECE_BYTES, bytes - written), piece);
    if (written === 0) whole.write(BEGINNING[as], "latin1");
    digest.update(whole);
    await file.write(whole);
  }
  await file.close();
  return { path, name: basename(path), as, bytes, sha256: digest.digest("hex") };
}
