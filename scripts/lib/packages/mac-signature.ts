/**
 * Signs executables for macOS ad hoc. Bun does so for arm64 alone: one for x64 keeps the signature of the Bun that it was
 * made of, which is wrong for it, and macOS would kill it.
 */
import { readFileSync, writeFileSync } from "node:fs";

const [SEGMENT, CODE_SIGNATURE] = [0x19, 0x1d];
const [SUPER_BLOB, CODE_DIRECTORY] = [0xfade0cc0, 0xfade0c02];
/** That it has no certificate, and that whoever linked it signed it. */
const FLAGS = 0x20002;
const MAIN_BINARY = 1n;
const [VERSION, HEADER, SHA256, PAGE_BITS] = [0x20400, 88, 2, 12];
const [PAGE, HASH] = [1 << PAGE_BITS, 32];
const INDEX = 20;

/** Replaces the signature of the executable in `path`. Throws when it has no room for one. */
export function signAdHoc(path: string): void {
  const file = readFileSync(path);
  const room = findCommand(file, CODE_SIGNATURE);
  const start = file.readUInt32LE(room + 8);
  const size = file.readUInt32LE(room + 12);
  const text = findCommand(file, SEGMENT, "__TEXT");
  const signature = signatureOf(file.subarray(0, start), {
    start: file.readBigUInt64LE(text + 40),
    size: file.readBigUInt64LE(text + 48),
  });
  if (signature.length > size) throw new Error(`${path} has no room for its signature.`);
  file.fill(0, start, start + size);
  signature.copy(file, start);
  writeFileSync(path, file);
}

/** Offset of a load command of this kind, and of this name where there are several. */
function findCommand(file: Buffer, kind: number, name = ""): number {
  let offset = 32;
  for (let left = file.readUInt32LE(16); left > 0; left--) {
    const isNamed = file.toString("latin1", offset + 8, offset + 8 + name.length) === name;
    if (file.readUInt32LE(offset) === kind && isNamed) return offset;
    offset += file.readUInt32LE(offset + 4);
  }
  throw new Error("This is no executable for macOS with a signature.");
}

/** A signature of nothing but the hashes of each page: `cs_blobs.h` of Apple's xnu describes its parts. */
function signatureOf(code: Buffer, text: { start: bigint; size: bigint }): Buffer {
  const identifier = Buffer.from("waypost\0");
  const pages = Math.ceil(code.length / PAGE);
  const hashes = HEADER + identifier.length;
  const directory = Buffer.alloc(hashes + pages * HASH);
  const fields = [CODE_DIRECTORY, directory.length, VERSION, FLAGS, hashes, HEADER, 0, pages, code.length];
  for (const [index, value] of fields.entries()) directory.writeUInt32BE(value, index * 4);
  directory.set([HASH, SHA256, 0, PAGE_BITS], fields.length * 4);
  directory.writeBigUInt64BE(text.start, 64);
  directory.writeBigUInt64BE(text.size, 72);
  directory.writeBigUInt64BE(MAIN_BINARY, 80);
  identifier.copy(directory, HEADER);
  for (let page = 0; page < pages; page++) {
    const content = code.subarray(page * PAGE, (page + 1) * PAGE);
    directory.set(new Bun.CryptoHasher("sha256").update(content).digest(), hashes + page * HASH);
  }
  const head = Buffer.alloc(INDEX);
  const index = [SUPER_BLOB, INDEX + directory.length, 1, 0, INDEX];
  for (const [at, value] of index.entries()) head.writeUInt32BE(value, at * 4);
  return Buffer.concat([head, directory]);
}
