/** The patched library hashes and derives keys by Node's own means, as its Rust module does, which it no longer loads. */
import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { hkdf, md5 } from "baileys/lib/Utils/crypto.js";
import { LT_HASH_ANTI_TAMPERING } from "baileys/lib/Utils/lt-hash.js";
import * as rust from "whatsapp-rust-bridge";

const secret = Uint8Array.from(randomBytes(32));
const piece = () => Uint8Array.from(randomBytes(32));

test.each([
  { length: 112, info: { info: "WhatsApp Image Keys" } },
  { length: 160, info: { info: "WhatsApp Mutation Keys" } },
  { length: 64, info: { salt: piece(), info: "" } },
  { length: 32, info: { info: "secret é\u0080ÿ" } },
])("a key of $length bytes is the same", ({ length, info }) => {
  expect(hkdf(secret, length, info)).toEqual(rust.hkdf(secret, length, info));
});

test("an MD5 is the same", () => {
  expect(md5(secret)).toEqual(rust.md5(secret));
});

test("the keys of an app state are 32 bytes each of one key", () => {
  const key = hkdf(secret, 160, { info: "WhatsApp Mutation Keys" });
  const { indexKey, valueEncryptionKey, valueMacKey, snapshotMacKey, patchMacKey } =
    rust.expandAppStateKeys(secret);
  expect([indexKey, valueEncryptionKey, valueMacKey, snapshotMacKey, patchMacKey]).toEqual(
    [0, 32, 64, 96, 128].map((start) => key.slice(start, start + 32)),
  );
});

test("a hash that pieces are taken from and added to is the same", () => {
  const base = Uint8Array.from(randomBytes(128));
  const [taken, added] = [
    [piece(), piece()],
    [piece(), piece(), piece()],
  ];
  const expected = new rust.LTHashAntiTampering().subtractThenAdd(base, taken, added);
  expect(LT_HASH_ANTI_TAMPERING.subtractThenAdd(base, taken, added)).toEqual(expected);
});
