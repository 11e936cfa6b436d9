/** A paced number, seen from the recipient's side. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { eventually } from "../../support/until.ts";
import { ADA, type Chat, startChat } from "./chat.ts";

const SETTINGS = {
  rate: { gap_seconds: { least: 0.2, most: 0.4 }, per_recipient_seconds: 0, typing: true, rest: null },
  warmup: { new_contacts_per_day: 1, most_per_day: 1 },
};
let chat: Chat;

beforeAll(async () => {
  chat = await startChat(SETTINGS);
});

afterAll(() => chat.stop());

test("the recipient sees that a text is being written, then the text", async () => {
  const seen: unknown[] = [];
  const unwatch = chat
    .people()
    .watch(ADA, (event) => seen.push(event.type === "chatstate" ? event.presence : event.type));
  const message = await chat.sent("text", { body: "Hello" }, "read");
  await chat.onPhone(message.provider_message_id);
  unwatch();
  expect(seen.slice(0, 3)).toEqual(["composing", "paused", "message"]);
});

test("beyond the budget nobody new is written to, and who wrote first is answered", async () => {
  const [stranger, writer] = ["491700000002", "491700000003"];
  const held = await chat.send("text", { body: "Out of the blue" }, stranger);
  await chat.receive("text", { body: "Do you deliver?" }, writer);
  await chat.daemon.until(await chat.send("text", { body: "Yes." }, writer), "read");
  await eventually("deferral", async () => {
    const [item] = await chat.daemon.sql`
      select due_at > now() + interval '23 hours' as later from lane_items where item_id = ${held}`;
    return item?.later === true ? true : null;
  });
  expect(chat.people().messages(stranger)).toEqual([]);
});

test("a change of the pace while messages go out forgets nobody who was written to", async () => {
  const stranger = "491700000004";
  for (const body of ["One", "Two", "Three", "Four"]) await chat.send("text", { body });
  await chat.daemon.until(await chat.send("text", { body: "Five" }), "sending", "sent", "delivered", "read");
  for (const body of ["Six", "Seven", "Eight"]) await chat.send("text", { body });
  const rate = { ...SETTINGS.rate, gap_seconds: { least: 0.1, most: 0.3 } };
  const path = `/v1/channels/${chat.channelId}`;
  expect((await chat.daemon.call("PATCH", path, { settings: { rate } })).status).toBe(200);
  await chat.send("text", { body: "Out of the blue" }, stranger);
  await chat.daemon.until(await chat.send("text", { body: "Nine" }), "read");
  expect(chat.people().messages(stranger)).toEqual([]);
});
