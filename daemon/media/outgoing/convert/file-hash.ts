import { createHash } from "node:crypto";

/** The SHA-256 of a local file, in hexadecimal digits. */
export async function fileHash(path: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const chunk of Bun.file(path).stream()) digest.update(chunk);
  return digest.digest("hex");
}
