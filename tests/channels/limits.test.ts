/** A number's limits at Meta are read with its checks and updated by Meta's webhooks. */

import { afterEach, expect, test } from "bun:test";
import { recheckChannel } from "../../daemon/channels/check.ts";
import { createCloudApiProvider } from "../../daemon/providers/cloud-api/provider.ts";
import { inUse } from "../../daemon/providers/registry.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { findChannel } from "../../db/channels/channels.ts";
import { take } from "../inbound/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { eventually } from "../support/until.ts";
import { control } from "../templates/support.ts";

const waypost = ownDaemon({ settings: {} });
const limits = async (id = waypost.channelId) =>
  (await waypost.call("GET", `/v1/channels/${id}/limits`)).body;
const check = () => waypost.sql`update channels set check_at = now()`;

afterEach(async () => {
  await control(waypost, "reset", {});
});

test("a channel without an answer from Meta keeps the usual pace, and knows no limit", async () => {
  expect(await limits()).toEqual({
    throughput: { per_second: 60, source: "default" },
    messaging: null,
    new_contacts: null,
    new_chats: null,
    restrictions: [],
  });
});

test("a check reads throughput, coexistence and the portfolio's limit", async () => {
  await control(waypost, "portfolio", { messaging_limit: "TIER_2K" });
  await check();
  const read = await eventually("limits", async () => {
    const found = await limits();
    return found.messaging?.scope === "portfolio" && found.messaging.limit === 2000 ? found : null;
  });
  expect(read).toMatchObject({
    throughput: { per_second: 80, source: "meta" },
    messaging: { scope: "portfolio", portfolio_id: "300200100500400", limit: 2000, used: 0, resets: [] },
  });
  await control(waypost, "throughput", { coexistence: true });
  await check();
  await eventually("the pace of a number in the app", async () => {
    const { throughput } = await limits();
    return throughput.per_second === 20 && throughput.source === "coexistence" ? throughput : null;
  });
});

test("Meta's webhooks change the limit of every number of the portfolio, and a number's throughput", async () => {
  const other = {
    id: "200300400500600",
    waba_id: "600500400300200",
    display_phone_number: "+1 555-099-0200",
  };
  await control(waypost, "phone_numbers", { ...other, verified_name: "Other" });
  const { body: second } = await waypost.call("POST", "/v1/channels", {
    ...{ platform: "whatsapp_official", name: "Second", phone_number_id: other.id, waba_id: other.waba_id },
    access_token: SANDBOX_DEFAULTS.accessToken,
  });
  await check();
  await eventually("a portfolio", async () => {
    const { throughput, messaging } = await limits();
    return throughput.source === "meta" && messaging?.scope === "portfolio" ? messaging : null;
  });
  await take(waypost, { max_daily_conversations_per_business: "TIER_250" }, "business_capability_update");
  expect((await limits()).messaging.limit).toBe(250);
  expect((await limits(second.id)).messaging.limit).toBe(250);
  expect((await waypost.call("GET", `/v1/channels/${second.id}`)).body.messaging_limit).toBe("TIER_250");
  await take(waypost, { event: "THROUGHPUT_UPGRADE" }, "phone_number_quality_update");
  expect((await limits()).throughput).toEqual({ per_second: 1000, source: "meta" });
  await waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings: { rate: { per_second: 5 } } });
  expect((await limits()).throughput).toEqual({ per_second: 5, source: "setting" });
});

test("a limit that Meta reports while a check is under way stays, whatever that has read", async () => {
  const { sql, secrets, sandbox, organizationId, channelId } = waypost;
  await control(waypost, "portfolio", { messaging_limit: "TIER_10K" });
  await eventually("a limit", async () => (await limits()).messaging?.limit === 10_000);
  const before = await findChannel(sql, organizationId, channelId);
  if (before === null) throw new Error("there is no channel");
  await take(waypost, { max_daily_conversations_per_business: "TIER_100K" }, "business_capability_update");
  const providers = inUse({ whatsapp_official: createCloudApiProvider(sandbox.graphUrl, null) }, false);
  await recheckChannel({ sql, secrets, providers }, before);
  expect((await limits()).messaging.limit).toBe(100_000);
});
