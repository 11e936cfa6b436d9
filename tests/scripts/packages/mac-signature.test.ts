/** Signatures for macOS, on files that have no more of an executable than what is read of it. */
import { afterAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { signAdHoc } from "../../../scripts/lib/packages/mac-signature.ts";
import { removeTemporaryFolders, temporaryFolder } from "../../support/clusters.ts";

const [PAGE, CODE, SEGMENT_BYTES, COMMAND_BYTES] = [4096, 9_000, 72, 16];

afterAll(removeTemporaryFolders);

/** A header, the segment __TEXT, the command that says where the signature is, code, and room for a signature. */
function executable(room: number): string {
  const file = Buffer.alloc(CODE + room, 7);
  file.writeUInt32LE(2, 16);
  const commands = 32;
  file.writeUInt32LE(0x19, commands);
  file.writeUInt32LE(SEGMENT_BYTES, commands + 4);
  file.write("__TEXT\0", commands + 8);
  file.writeBigUInt64LE(0n, commands + 40);
  file.writeBigUInt64LE(BigInt(CODE), commands + 48);
  const signature = commands + SEGMENT_BYTES;
  for (const [index, value] of [0x1d, COMMAND_BYTES, CODE, room].entries())
    file.writeUInt32LE(value, signature + index * 4);
  const path = join(temporaryFolder(), "waypost");
  writeFileSync(path, file);
  return path;
}

test("has the hash of every page, and leaves the code as it is", () => {
  const path = executable(1_000);
  const before = readFileSync(path).subarray(0, CODE);
  signAdHoc(path);
  const file = readFileSync(path);
  expect(file.length).toBe(CODE + 1_000);
  expect(file.subarray(0, CODE).equals(before)).toBe(true);
  const directory = CODE + file.readUInt32BE(CODE + 16);
  const [hashes, pages, limit] = [16, 28, 32].map((at) => file.readUInt32BE(directory + at));
  expect({ pages, limit }).toEqual({ pages: 3, limit: CODE });
  for (let page = 0; page < 3; page++) {
    const content = file.subarray(page * PAGE, Math.min((page + 1) * PAGE, CODE));
    const at = directory + (hashes ?? 0) + page * 32;
    const wanted = new Bun.CryptoHasher("sha256").update(content).digest("hex");
    expect(file.toString("hex", at, at + 32)).toBe(wanted);
  }
});

test("refuses what has no room for it", () => {
  expect(() => signAdHoc(executable(100))).toThrow("no room");
});
