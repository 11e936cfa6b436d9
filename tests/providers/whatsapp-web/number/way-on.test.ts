/** Another number takes a channel's place: what waited for the first one's people ends, and nothing of it is changed. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { makePeople } from "../../../broadcasts/support.ts";
import { eventually } from "../../../support/until.ts";
import { ADA } from "../chat.ts";
import { NUMBER, type NumberSite, OTHER, startNumberSite } from "./site.ts";

const BEN = "491700000002";

let site: NumberSite;
let sent: { id: string; provider_message_id: string };
let heard: { id: string };
beforeAll(async () => {
  site = await startNumberSite();
  sent = await site.sent("text", { body: "From the first" }, "read");
  heard = await site.receive("text", { body: "To the first" });
});
afterAll(() => site.stop());

/** A broadcast to Ben that begins now, and comes to him while the number is not connected. */
async function startBroadcast(): Promise<string> {
  const { sql, organizationId, call } = site.daemon;
  const components = JSON.stringify([{ type: "BODY", text: "The spring menu is here." }]);
  await sql`
    insert into templates (organization_id, id, waba_id, name, language, category, status, components)
    values (${organizationId}, 'tpl_spring', '1', 'spring', 'en_US', 'MARKETING', 'approved', ${components})`;
  const contact_ids = await makePeople(site.daemon, [{ phone_number: `+${BEN}`, name: "Ben" }]);
  const draft = await call("POST", "/v1/broadcasts", {
    name: "Spring",
    channel_id: site.channelId,
    template: { name: "spring", language: "en_US" },
    audience: { contact_ids },
  });
  if (draft.status !== 201) throw new Error(JSON.stringify(draft.body));
  await call("POST", `/v1/broadcasts/${draft.body.id}/start`);
  await eventually("the broadcast's message", async () => {
    const { body } = await call("GET", `/v1/messages?broadcast_id=${draft.body.id}`);
    return body.data[0] ?? null;
  });
  return draft.body.id;
}

test("what waits is cancelled: queued, scheduled, edits, and broadcasts that run; no second scan is asked for", async () => {
  await site.logOut();
  const later = { scheduled_at: new Date(Date.now() + 3600_000).toISOString() };
  const waiting = [
    await site.send("text", { body: "Waits" }),
    await site.send("text", { body: "Later" }, ADA, later),
    await site.send("edit_message", { message_id: sent.id, body: "Edited" }),
    await site.send("delete_message", { message_id: sent.id }),
  ];
  const broadcast = await startBroadcast();
  await site.pairWith(OTHER);
  await site.until("disconnected");
  const early = await site.people().send(ADA, { kind: "text", content: { body: "Who is this?" }, to: OTHER });

  await site.connect({ replace_number: true });
  expect(await site.until("connected")).toMatchObject({ phone_number: `+${OTHER}`, offered_number: null });
  for (const id of waiting)
    expect(await site.message(id)).toMatchObject({ status: "cancelled", attempts: 0 });
  const { body: gone } = await site.daemon.call("GET", `/v1/broadcasts/${broadcast}`);
  expect(gone.status).toBe("cancelled");
  expect(site.sendersTo(BEN)).toEqual([]);
  // what came to the new number meanwhile was kept for it
  expect(await site.record(early)).toMatchObject({ channel_number: `+${OTHER}` });
});

test("the change is an event that names both, and is in the audit log in the name of who asked", async () => {
  expect(await site.events("channel.number_changed")).toEqual([
    expect.objectContaining({
      phone_number: `+${OTHER}`,
      previous: `+${NUMBER}`,
      waiting: "cancelled",
    }),
  ]);
  const { body } = await site.daemon.call("GET", "/v1/audit?action=channel.number_changed");
  expect(body.data).toMatchObject([
    {
      actor: { type: "key" },
      target: { id: site.channelId },
      changes: { from: `+${NUMBER}`, to: `+${OTHER}`, waiting: "cancel" },
    },
  ]);
});

test("messages say which number wrote them, or got them", async () => {
  expect(await site.message(sent.id)).toMatchObject({ channel_number: `+${NUMBER}` });
  expect(await site.message(heard.id)).toMatchObject({ channel_number: `+${NUMBER}` });
  const fresh = await site.sent("text", { body: "From the other" }, "read");
  expect(fresh).toMatchObject({ channel_number: `+${OTHER}` });
  const { body } = await site.daemon.call("GET", "/v1/messages?limit=100");
  const numbers = new Map(
    body.data.map((one: { id: string; channel_number: string }) => [one.id, one.channel_number]),
  );
  expect([numbers.get(sent.id), numbers.get(fresh.id)]).toEqual([`+${NUMBER}`, `+${OTHER}`]);
});

for (const [type, content] of [
  ["edit_message", { body: "Edited" }],
  ["delete_message", {}],
  ["reaction", { reaction: "👍" }],
  ["mark_as_read", {}],
] as const)
  test(`${type} of a message of the number before is refused, by our id and by WhatsApp's`, async () => {
    const before = site.web.control.received().data.length;
    const about = type === "mark_as_read" ? heard.id : sent.id;
    const { provider_message_id } = await site.message(about);
    for (const message_id of [about, provider_message_id]) {
      const refused = await site.sent(type, { message_id, ...content }, "failed");
      expect(refused.error).toMatchObject({
        code: "another_numbers_message",
        detail: expect.stringContaining(`+${NUMBER}`),
      });
    }
    expect(site.web.control.received().data.length).toBe(before);
  });

test("the new number's own messages are edited as ever", async () => {
  const own = await site.sent("text", { body: "Mistake" }, "read");
  await site.sent("edit_message", { message_id: own.id, body: "Right" }, "sent", "delivered", "read");
});
