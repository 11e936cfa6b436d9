/** Which permissions a key of each purpose begins with. */
import { expect, test } from "bun:test";
import { PERMISSIONS } from "../../../daemon/http/permissions.ts";
import { FOR, MAY } from "../../../daemon/page/client/view-words.ts";
import {
  type Permission,
  PURPOSES,
  permissionsFor,
} from "../../../daemon/page/client/views/keys/purposes.ts";

test("a key that sends changes no number, contact, user or key", () => {
  expect(permissionsFor("send", PERMISSIONS)).toEqual([
    ...(["messages:send", "messages:read", "channels:read", "templates:read", "media:write"] as const),
  ]);
});

test("a key that reads changes nothing", () => {
  const may = permissionsFor("read", PERMISSIONS);
  expect(may).toContain("costs:read");
  expect(may.filter((one) => !one.endsWith(":read"))).toEqual([]);
});

test.each(["send", "read"] as const)("nobody gives what they may not do themselves: %s", (purpose) => {
  const own: Permission[] = ["messages:read"];
  expect(permissionsFor(purpose, own)).toEqual(own);
});

test("every permission and every purpose has words of its own", () => {
  const words = [...PERMISSIONS.map((one) => MAY[one]), ...PURPOSES.map((one) => FOR[one].label)];
  expect(new Set(words).size).toBe(PERMISSIONS.length + PURPOSES.length);
});
