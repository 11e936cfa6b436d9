/**
 * Signs executables for macOS ad hoc. Bun does so for arm64 alone: one for x64 keeps the signature of the Bun that it was
 * made of, which is wrong for it, and macOS would kill it.
 */
import { readFileSync, writeFileSync } from "node:fs";

const [SEGMENT, CODE_SIGNATURE] = [0x19, 0x1d];
const [SUPER_BLOB, CODE_DIRECTORY] = [0xfade0cc0, 0xfade0c02];
/** No certificate, signed by the linker. */
const FLAGS = 0x20002;
const MAIN_BINARY = 1n;
const [VERSION, HEADER, SHA256, PAGE_BITS] = [0x20400, 88, 2, 12];
const [PAGE, HASH] = [1 << PAGE_BITS, 32];
const INDEX = 20;
/** Of memory, on any Mac. */
const LARGEST_PAGE = 0x4000n;
const IDENTIFIER = Buffer.from("waypost\0");

/** Replaces the signature of the executable in `path`, at its end. Throws when that is no executable with one. */
export function signAdHoc(path: string): void {
  const file = readFileSync(path);
  const code = file.subarray(0, file.readUInt32LE(findCommand(file, CODE_SIGNATURE) + 8));
  makeRoom(code, signatureSize(code.length));
  const text = findCommand(code, SEGMENT, "__TEXT");
  const [start, size] = [code.readBigUInt64LE(text + 40), code.readBigUInt64LE(text + 48)];
  writeFileSync(path, Buffer.concat([code, signatureOf(code, { start, size })]));
}

/** Writes how long the signature will be into the header, which is signed, too. The last segment ends with it. */
function makeRoom(code: Buffer, size: number): void {
  code.writeUInt32LE(size, findCommand(code, CODE_SIGNATURE) + 12);
  const last = findCommand(code, SEGMENT, "__LINKEDIT");
  const length = BigInt(code.length + size) - code.readBigUInt64LE(last + 40);
  code.writeBigUInt64LE(((length + LARGEST_PAGE - 1n) / LARGEST_PAGE) * LARGEST_PAGE, last + 32);
  code.writeBigUInt64LE(length, last + 48);
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

function signatureSize(length: number): number {
  return INDEX + HEADER + IDENTIFIER.length + Math.ceil(length / PAGE) * HASH;
}

/** A signature of nothing but the hashes of each page: `cs_blobs.h` of Apple's xnu describes its parts. */
function signatureOf(code: Buffer, text: { start: bigint; size: bigint }): Buffer {
  const pages = Math.ceil(code.length / PAGE);
  const hashes = HEADER + IDENTIFIER.length;
  const directory = Buffer.alloc(hashes + pages * HASH);
  const fields = [CODE_DIRECTORY, directory.length, VERSION, FLAGS, hashes, HEADER, 0, pages, code.length];
  for (const [index, value] of fields.entries()) directory.writeUInt32BE(value, index * 4);
  directory.set([HASH, SHA256, 0, PAGE_BITS], fields.length * 4);
  directory.writeBigUInt64BE(text.start, 64);
  directory.writeBigUInt64BE(text.size, 72);
  directory.writeBigUInt64BE(MAIN_BINARY, 80);
  IDENTIFIER.copy(directory, HEADER);
  for (let page = 0; page < pages; page++) {
    const content = code.subarray(page * PAGE, (page + 1) * PAGE);
    directory.set(new Bun.CryptoHasher("sha256").update(content).digest(), hashes + page * HASH);
  }
  const head = Buffer.alloc(INDEX);
  const index = [SUPER_BLOB, INDEX + directory.length, 1, 0, INDEX];
  for (const [at, value] of index.entries()) head.writeUInt32BE(value, at * 4);
  return Buffer.concat([head, directory]);
}
