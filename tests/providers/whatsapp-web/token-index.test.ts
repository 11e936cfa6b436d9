import { expect, test } from "bun:test";
import { withoutTokenIndex } from "../../../daemon/providers/whatsapp-web/connection/token-index.ts";

test("tokens are written without the list of who has one, and other keys as they are", () => {
  const token = { token: Buffer.from("a") };
  const other = { "device-list": { "1": ["0"] } };
  expect(withoutTokenIndex({ tctoken: { "1@lid": token, __index: token }, ...other })).toEqual({
    tctoken: { "1@lid": token },
    ...other,
  });
  expect(withoutTokenIndex(other)).toBe(other);
});
