import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { createSecrets, keyIdOf, type MasterKey, SecretError } from "../../daemon/secrets/envelope.ts";

const old: MasterKey = { id: "0000aaaa", key: randomBytes(32) };
const current: MasterKey = { id: "1111bbbb", key: randomBytes(32) };

function failureOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof SecretError) return error.failure;
  }
  return "none";
}

test("what was sealed opens again, whatever it holds", () => {
  const secrets = createSecrets([current]);
  for (const plain of ["", "whsec_abc", "grüße 👋\u0000", "x".repeat(100_000)]) {
    expect(secrets.decrypt(secrets.encrypt(plain, "channel ch_1"), "channel ch_1")).toBe(plain);
  }
});

test("the same secret is never sealed to the same text twice", () => {
  const secrets = createSecrets([current]);
  const sealed = Array.from({ length: 100 }, () => secrets.encrypt("token", "channel ch_1"));
  expect(new Set(sealed).size).toBe(100);
  expect(sealed[0]).toStartWith("v1.1111bbbb.");
});

test("a new key opens what the old one sealed, and seals with itself", () => {
  const sealed = createSecrets([old]).encrypt("token", "c");
  const rotated = createSecrets([current, old]);
  expect(rotated.decrypt(sealed, "c")).toBe("token");
  expect(rotated.encrypt("token", "c")).toStartWith("v1.1111bbbb.");
});

test("a secret does not open in another context", () => {
  const secrets = createSecrets([current]);
  const sealed = secrets.encrypt("token", "channel ch_1");
  expect(failureOf(() => secrets.decrypt(sealed, "channel ch_2"))).toBe("tampered");
});

test("a flipped bit anywhere is noticed", () => {
  const secrets = createSecrets([current]);
  const [version, id, encoded] = secrets.encrypt("token", "c").split(".");
  const bytes = Buffer.from(encoded ?? "", "base64url");
  for (let index = 0; index < bytes.length; index++) {
    const flipped = Buffer.from(bytes);
    flipped[index] = (flipped[index] ?? 0) ^ 1;
    expect(failureOf(() => secrets.decrypt(`${version}.${id}.${flipped.toString("base64url")}`, "c"))).toBe(
      "tampered",
    );
  }
});

test("a key id that is not configured is named", () => {
  const sealed = createSecrets([old]).encrypt("token", "c");
  expect(() => createSecrets([current]).decrypt(sealed, "c")).toThrow(/0000aaaa, which is not configured/);
  expect(failureOf(() => createSecrets([current]).decrypt(sealed, "c"))).toBe("unknown_key");
});

test("a text that is no sealed secret is refused", () => {
  const secrets = createSecrets([current]);
  for (const text of [
    "",
    "token",
    "v1.1111bbbb",
    "v2.1111bbbb.AAAA",
    "v1.1111bbbb.AAAA",
    "v1.1111bbbb.AA.AA",
  ]) {
    expect(failureOf(() => secrets.decrypt(text, "c"))).toBe("malformed");
  }
});

test("a key that is learned opens at once and seals when it is chosen", () => {
  const secrets = createSecrets([old]);
  secrets.learn([current]);
  expect(secrets.ids()).toEqual(["0000aaaa", "1111bbbb"]);
  expect(secrets.encrypt("token", "c")).toStartWith("v1.0000aaaa.");
  expect(secrets.sealWith("1111bbbb")).toBe(true);
  expect(secrets.encrypt("token", "c")).toStartWith("v1.1111bbbb.");
  expect(secrets.sealWith("2222cccc")).toBe(false);
  expect(secrets.current()).toBe("1111bbbb");
});

test("derived keys differ by purpose, and stay as they are once they are pinned", () => {
  const secrets = createSecrets([old]);
  const cursors = secrets.derive("cursors");
  expect(cursors.byteLength).toBe(32);
  expect(cursors).not.toEqual(secrets.derive("api keys"));
  secrets.pin("cursors", cursors);
  secrets.learn([current]);
  secrets.sealWith(current.id);
  expect(secrets.derive("cursors")).toEqual(cursors);
});

test("the key of a sealed secret is known without opening it", () => {
  expect(keyIdOf(createSecrets([current]).encrypt("token", "c"))).toBe("1111bbbb");
  for (const text of ["", "token", "v2.1111bbbb.AAAA", "v1.1111bbbb"]) expect(keyIdOf(text)).toBeNull();
});

test("no key, or one of another length, is refused at once", () => {
  expect(() => createSecrets([])).toThrow("at least one master key");
  expect(() => createSecrets([{ id: "x", key: randomBytes(16) }])).toThrow("32 bytes, not 16");
});
