/** Signatures of X25519 keys, against the library that makes them. */
import { expect, test } from "bun:test";
import { Curve } from "baileys";
import { verifySignature } from "../../../daemon/providers/whatsapp-web/library/inside/signatures.ts";
import { openLibrary } from "../../../daemon/providers/whatsapp-web/library/library.ts";

const message = Buffer.from("a certificate");

test("a signature that Signal's library made is good, for a key with and without its type byte", () => {
  for (let round = 0; round < 50; round += 1) {
    const { private: secret, public: key } = Curve.generateKeyPair();
    const signature = Curve.sign(secret, message);
    expect(verifySignature(key, message, signature)).toBeTrue();
    expect(verifySignature(Buffer.concat([Buffer.from([5]), key]), message, signature)).toBeTrue();
  }
});

test("a changed message, a changed signature and another key are not", () => {
  const { private: secret, public: key } = Curve.generateKeyPair();
  const signature = Curve.sign(secret, message);
  expect(verifySignature(key, Buffer.from("a Certificate"), signature)).toBeFalse();
  expect(verifySignature(Curve.generateKeyPair().public, message, signature)).toBeFalse();
  for (const index of [0, 31, 32, 63]) {
    const changed = Buffer.from(signature);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(verifySignature(key, message, changed)).toBeFalse();
  }
});

test("bytes that are no key or no signature are refused without an error", () => {
  const key = new Uint8Array(32).fill(255);
  expect(verifySignature(key, message, new Uint8Array(64))).toBeFalse();
  expect(verifySignature(new Uint8Array(32), message, new Uint8Array(64).fill(255))).toBeFalse();
  expect(verifySignature(new Uint8Array(31), message, new Uint8Array(64))).toBeFalse();
  expect(verifySignature(key, message, new Uint8Array(63))).toBeFalse();
});

test("the library checks with it, once it is opened", async () => {
  const library = await openLibrary();
  const { public: key } = library.Curve.generateKeyPair();
  expect(library.Curve.verify(key, message, new Uint8Array(64))).toBeFalse();
});
