/** Which requests are counted by their address, since no key is asked for. */
import { expect, test } from "bun:test";
import { FRONTS } from "../../daemon/fronts/fronts.ts";
import { withOwnKey } from "../../daemon/http/inside/front.ts";
import { isCountedByAddress } from "../../daemon/http/room-for-requests.ts";

const KEYS = { "x-api-key": "wp_key", apikey: "wp_key", authorization: "Bearer wp_key" };
const asked = (path: string, headers: Record<string, string>) =>
  new Request(`http://localhost${path}`, { headers });

test("a link to a file is, whatever key comes along; the file by its key is not", () => {
  expect(isCountedByAddress(asked("/v1/media/med_1/download?signature=x", KEYS))).toBe(true);
  expect(isCountedByAddress(asked("/v1/media/med_1", KEYS))).toBe(false);
});

test.each(FRONTS.map((front) => [front.prefix, front] as const))(
  "%s is only without its key",
  (prefix, front) => {
    const counted = (headers: Record<string, string>) =>
      isCountedByAddress(withOwnKey(asked(`${prefix}v23.0/me`, headers), front));
    expect([counted({}), counted(KEYS)]).toEqual([true, false]);
  },
);
