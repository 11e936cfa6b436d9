/** Where a login leads: to what was asked for, and nowhere but to the page itself. */
import { expect, test } from "bun:test";
import { addressWithin } from "../../../daemon/page/client/views/login/way-on.ts";

const ROOT = "https://crm.example/waypost/";

test.each([
  ["/waypost/settings/account?tab=sessions", `${ROOT}settings/account?tab=sessions`],
  ["/waypost/", ROOT],
  ["//example.com/", ROOT],
  ["https://example.com/", ROOT],
  ["https://crm.example.evil/waypost/", ROOT],
  ["/\\example.com/", ROOT],
  ["/\t/example.com/", ROOT],
  ["/\n/example.com/", ROOT],
  ["javascript:alert(1)", ROOT],
  ["/waypost/../other/", ROOT],
  ["http://", ROOT],
])("%j leads to %s", (path, address) => {
  expect(addressWithin(path, new URL(ROOT))).toBe(address);
});
