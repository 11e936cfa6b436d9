/** A channel keeps its number: another phone gets nothing of what waits for the first one's people, and gives nothing. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ADA } from "../chat.ts";
import { NUMBER, type NumberSite, OTHER, startNumberSite } from "./site.ts";

let site: NumberSite;
beforeAll(async () => {
  site = await startNumberSite();
});
afterAll(() => site.stop());

test("paired with another phone it says so, keeps its number, and what waits waits for the first one", async () => {
  await site.sent("text", { body: "From the first" }, "read");
  await site.logOut();
  const waiting = await site.send("text", { body: "For Ada, from the first" });
  await site.pairWith(OTHER);
  const refused = await site.until("disconnected");
  expect(refused).toMatchObject({ phone_number: `+${NUMBER}`, offered_number: `+${OTHER}` });
  expect(refused.status_reason).toStartWith(`another_number: +${NUMBER} before, now +${OTHER}`);
  expect(site.devicesOf(OTHER)).toHaveLength(1);
  await site.people().send(ADA, { kind: "text", content: { body: "To the other" }, to: OTHER });

  // a check of the channel takes no number over, either
  await site.daemon.call("POST", `/v1/channels/${site.channelId}/check`);
  expect(await site.message(waiting)).toMatchObject({ status: "queued", attempts: 0 });

  await site.pairWith(NUMBER);
  expect(await site.until("connected")).toMatchObject({ phone_number: `+${NUMBER}`, offered_number: null });
  expect(site.devicesOf(OTHER)).toEqual([]);
  await site.daemon.until(waiting, "read");
  expect(site.sendersTo(ADA).filter((from) => from !== NUMBER)).toEqual([]);
  const { body } = await site.daemon.call("GET", "/v1/messages?direction=inbound");
  expect(body.data).toEqual([]);
  expect(await site.events("channel.number_changed")).toEqual([]);
});

test("the same number paired again is no other, and nothing of it begins anew", async () => {
  await site.logOut();
  await site.pairWith(NUMBER, { replace_number: true });
  await site.until("connected");
  expect(await site.events("channel.number_changed")).toEqual([]);
  const [session] = await site.daemon.sql`
    select replaces_number, replacement, own_lid from web_sessions where channel_id = ${site.channelId}`;
  expect(session).toMatchObject({ replaces_number: false, replacement: null });
  expect(session?.own_lid).toEndWith("@lid");
});
