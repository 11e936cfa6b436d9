/** A session's secrets at rest. */
import { expect, test } from "bun:test";
import { newDataKey, openVault } from "../../daemon/gateway/keys/vault.ts";
import { createSecrets } from "../../daemon/secrets/envelope.ts";

const secrets = createSecrets([{ id: "one", key: crypto.getRandomValues(new Uint8Array(32)) }]);
const dataKey = newDataKey(secrets, "ch_1");

test("what is sealed opens under its name and its channel only", () => {
  const vault = openVault(secrets, "ch_1", dataKey, 1);
  const sealed = vault.seal("a key", "session 1");
  expect(vault.open(sealed, "session 1")).toBe("a key");
  expect(() => vault.open(sealed, "session 2")).toThrow("belongs to something else");
  expect(() => openVault(secrets, "ch_2", dataKey, 1)).toThrow();
});

test("another holder opens it, and never uses a nonce again", () => {
  const [first, second] = [1, 2].map((fence) => openVault(secrets, "ch_1", dataKey, fence));
  const sealed = [first, second, first].map((vault) => vault?.seal("a key", "x") ?? Buffer.alloc(0));
  expect(second?.open(sealed[0] ?? Buffer.alloc(0), "x")).toBe("a key");
  expect(new Set(sealed.map((one) => one.subarray(1, 13).toString("hex"))).size).toBe(3);
});

test("a changed byte anywhere is found", () => {
  const vault = openVault(secrets, "ch_1", dataKey, 1);
  const sealed = vault.seal("a key", "x");
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => vault.open(changed, "x")).toThrow();
  }
  expect(() => vault.open(sealed.subarray(0, 20), "x")).toThrow("not a sealed session key");
});
