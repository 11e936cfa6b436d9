/** Signatures for macOS, on files that have no more of an executable than what is read of it. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { signAdHoc } from "../../../scripts/lib/packages/mac-signature.ts";
import { removeTemporaryFolders, temporaryFolder } from "../../support/clusters.ts";

const [PAGE, CODE, LINKEDIT] = [4096, 9_000, 8_500];
const [HEADER, SEGMENT_BYTES, COMMAND_BYTES] = [32, 72, 16];
const SIGNATURE_COMMAND = HEADER + 2 * SEGMENT_BYTES;

afterAll(removeTemporaryFolders);

/** A header, two segments, the command that says where the signature is, code, and a signature that is too short. */
function executable(): string {
  const file = Buffer.alloc(CODE + 10, 7);
  file.writeUInt32LE(3, 16);
  for (const [index, name] of ["__TEXT", "__LINKEDIT"].entries()) {
    const at = HEADER + index * SEGMENT_BYTES;
    file.writeUInt32LE(0x19, at);
    file.writeUInt32LE(SEGMENT_BYTES, at + 4);
    file.write(`${name}\0`, at + 8);
    file.writeBigUInt64LE(index === 0 ? 0n : BigInt(LINKEDIT), at + 40);
  }
  for (const [index, value] of [0x1d, COMMAND_BYTES, CODE, 10].entries())
    file.writeUInt32LE(value, SIGNATURE_COMMAND + index * 4);
  const path = join(temporaryFolder(), "waypost");
  writeFileSync(path, file);
  return path;
}

test("has the hash of every page, and room for them all", () => {
  const path = executable();
  signAdHoc(path);
  const file = readFileSync(path);
  const size = file.length - CODE;
  expect(file.readUInt32LE(SIGNATURE_COMMAND + 12)).toBe(size);
  expect(file.readBigUInt64LE(HEADER + SEGMENT_BYTES + 48)).toBe(BigInt(CODE + size - LINKEDIT));
  const directory = CODE + file.readUInt32BE(CODE + 16);
  const [hashes = 0, pages, limit] = [16, 28, 32].map((at) => file.readUInt32BE(directory + at));
  expect({ pages, limit }).toEqual({ pages: 3, limit: CODE });
  for (let page = 0; page < 3; page++) {
    const content = file.subarray(page * PAGE, Math.min((page + 1) * PAGE, CODE));
    const at = directory + hashes + page * 32;
    const wanted = new Bun.CryptoHasher("sha256").update(content).digest("hex");
    expect(file.toString("hex", at, at + 32)).toBe(wanted);
  }
  expect(directory + hashes + 3 * 32).toBe(file.length);
});

test("refuses what is no executable with a signature", () => {
  const path = join(temporaryFolder(), "waypost");
  writeFileSync(path, Buffer.alloc(100));
  expect(() => signAdHoc(path)).toThrow("no executable for macOS");
});
