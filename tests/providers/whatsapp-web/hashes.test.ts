/** The patched library hashes and derives keys by Node's own means, as its Rust module does, which it no longer loads. */
import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { proto, type WAPatchCreate } from "baileys";
import { encodeSyncdPatch } from "baileys/lib/Utils/chat-utils.js";
import { aesDecrypt, hkdf, md5 } from "baileys/lib/Utils/crypto.js";
import { LT_HASH_ANTI_TAMPERING } from "baileys/lib/Utils/lt-hash.js";
import * as rust from "whatsapp-rust-bridge";

const secret = Uint8Array.from(randomBytes(32));
const bytes = (given: Uint8Array | null | undefined): Uint8Array => Uint8Array.from(given ?? []);
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

test("a change of the app state has the codes and the hash that the same keys of Rust give it", async () => {
  const keyId = Buffer.from("key");
  const keys = rust.expandAppStateKeys(secret);
  const change: WAPatchCreate = {
    ...{ type: "regular", apiVersion: 3, operation: 0, index: ["mute", "15555550001@s.whatsapp.net"] },
    syncAction: { muteAction: { muted: true } },
  };
  const stateBefore = { version: 4, hash: randomBytes(128), indexValueMap: {} };
  const keyData = async () => proto.Message.AppStateSyncKeyData.create({ keyData: secret });
  const { patch, state } = await encodeSyncdPatch(change, keyId.toString("base64"), stateBefore, keyData);
  const { index, value } = patch.mutations?.[0]?.record ?? {};
  const blob = value?.blob ?? new Uint8Array();
  const [encrypted, code] = [blob.slice(0, -32), blob.slice(-32)];

  expect(bytes(index?.blob)).toEqual(
    rust.generateIndexMac(Buffer.from(JSON.stringify(change.index)), keys.indexKey),
  );
  expect(bytes(code)).toEqual(rust.generateContentMac(1, encrypted, keyId, keys.valueMacKey));
  expect(aesDecrypt(encrypted, Buffer.from(keys.valueEncryptionKey)).includes("mute")).toBe(true);
  expect(bytes(state.hash)).toEqual(
    new rust.LTHashAntiTampering().subtractThenAdd(stateBefore.hash, [], [code]),
  );
  expect(bytes(patch.snapshotMac)).toEqual(
    rust.generateSnapshotMac(state.hash, 5n, "regular", keys.snapshotMacKey),
  );
  expect(bytes(patch.patchMac)).toEqual(
    rust.generatePatchMac(bytes(patch.snapshotMac), [code], 5n, "regular", keys.patchMacKey),
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
