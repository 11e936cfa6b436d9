/** That the page has words for whatever the API calls by a name. */
import { expect, test } from "bun:test";
import { ChannelStatus } from "../../../daemon/channels/channel.ts";
import { STATES } from "../../../daemon/page/languages/en.ts";
import { DeliveryStatus } from "../../../daemon/webhooks/delivery.ts";

test.each([
  ["a number", ChannelStatus],
  ["a delivery", DeliveryStatus],
])("every state of %s has a word", (_what, { anyOf }) => {
  const names = anyOf.map((one) => String(one.const));
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !Object.hasOwn(STATES, name))).toEqual([]);
});
