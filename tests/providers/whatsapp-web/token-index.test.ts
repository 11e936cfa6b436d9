import { expect, test } from "bun:test";
import type { SignalDataSet, SignalKeyStore } from "baileys";
import { withoutTokenIndex } from "../../../daemon/providers/whatsapp-web/library/inside/token-index.ts";

const token = { token: Buffer.from("a") };
const other = { "device-list": { "1": ["0"] } };

test("tokens are written without the list of who has one, and other keys as they are", async () => {
  const written: SignalDataSet[] = [];
  const keys = withoutTokenIndex({ get: async () => ({}), set: (changes) => void written.push(changes) });
  await keys.set({ tctoken: { "1@lid": token, __index: token }, ...other });
  await keys.set(other);
  expect(written).toEqual([{ tctoken: { "1@lid": token }, ...other }, other]);
});

test("a list that was stored before is not read", async () => {
  const requests: string[][] = [];
  const get: SignalKeyStore["get"] = async (_type, ids) => {
    requests.push(ids);
    return {};
  };
  const keys = withoutTokenIndex({ get, set: () => {} });
  await keys.get("tctoken", ["1@lid", "__index"]);
  await keys.get("session", ["1.0"]);
  expect(requests).toEqual([["1@lid"], ["1.0"]]);
});
