/** What comes in at a paired number, as the thread draws it: from one person, and from a group. */
import { expect, test } from "bun:test";
import { sees, sendEveryType, thread } from "./inbox-thread-site.ts";
import { lineOf, NUMBER, pairedSite } from "./paired-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const ADA = "491700000001";
const GRACE = "491700000002";
const RING = { ringMs: 50, video: false } as const;
const { daemon, openThread, people, lidOf, says, record } = await pairedSite();

test.skipIf(NO_CHROMIUM)("what one person does is drawn as on a phone", async () => {
  const say = (kind: string, content: object = {}) => says(ADA, { kind, content: { ...content } });
  const poll = await say("poll", { question: "Tea or coffee?", options: ["Tea", "Coffee"] });
  const { provider_message_id: message_id, conversation_id } = poll;
  await say("poll_vote", { message_id, options: ["Coffee"] });
  await say("reaction", { message_id, emoji: "🎉" });
  await say("album", { images: 2 });
  await say("image", { caption: "The hall" });
  await say("image", { caption: "The garden" });
  await say("pin", { message_id });
  const wrong = await say("text", { body: "At nine" });
  people().send(ADA, { kind: "edit", content: { message_id: wrong.provider_message_id, body: "At ten" } });
  const secret = await say("text", { body: "A secret" });
  await say("text", { body: "The first", reply_to: message_id });
  people().send(ADA, { kind: "revoke", content: { message_id: secret.provider_message_id } });
  const { id } = await people().call(ADA, NUMBER, { ...RING, outcome: "missed" });
  await record(id);
  await record((await people().call(ADA, NUMBER, { ...RING, outcome: "accepted", video: true })).id);
  people().send(ADA, { kind: "timer", content: { expires_seconds: 86_400 } });
  await say("event", { name: "The opening" });
  await say("unsupported");

  const page = await openThread(conversation_id);
  await lineOf(page, "Tea or coffee?").getByText("1 vote").waitFor();
  await lineOf(page, "Tea or coffee?").getByText("🎉").waitFor();
  await sees(page, "Album: 2 pictures");
  await sees(page, "The garden");
  await sees(page, "Pinned a message");
  await sees(page, "At ten");
  await sees(page, "Deleted by its author");
  expect(await thread(page).getByText("A secret").count()).toBe(0);
  await lineOf(page, "The first")
    .getByRole("button", { name: /Tea or coffee/ })
    .waitFor();
  await sees(page, "Missed voice call");
  await sees(page, "Video call");
  await sees(page, "Messages disappear after 1 day");
  await sees(page, "The opening");
  await sees(page, /can't be shown here/);
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "inbox-paired");
});

test.skipIf(NO_CHROMIUM)("a group has its people, and what happens to it is seen as it happens", async () => {
  const { id: group } = people().createGroup(ADA, "Lunch", [NUMBER, GRACE]);
  const inGroup = (from: string, kind: string, content: object) =>
    says(from, { kind, content: { ...content }, to: group });
  const poll = await inGroup(ADA, "poll", { question: "Where?", options: ["Here", "There"] });
  const { conversation_id, provider_message_id: message_id } = poll;
  await inGroup(GRACE, "text", { body: "Let me see", reply_to: message_id });
  await inGroup(GRACE, "poll_vote", { message_id, options: ["There"] });
  await inGroup(ADA, "text", { body: `Hello @${lidOf(GRACE)}`, mentions: [GRACE] });
  const ada: string = poll.group.participant_name;
  const grace: string = (await inGroup(GRACE, "text", { body: "Thank you" })).group.participant_name;

  const page = await openThread(conversation_id);
  await lineOf(page, "Where?").getByText(ada, { exact: true }).waitFor();
  await lineOf(page, "Where?").getByText("1 vote").waitFor();
  await lineOf(page, "Let me see").getByText(grace, { exact: true }).first().waitFor();
  await sees(page, `@${grace}`);
  const answer = { conversation_id, type: "text", content: { body: "There it is" } };
  expect((await daemon.call("POST", "/v1/messages", answer)).status).toBe(201);
  await lineOf(page, "There it is").getByRole("img", { name: "read by one or more" }).waitFor();
  await page.getByRole("button", { name: "Who is in the group" }).click();
  const inside = page.getByRole("dialog", { name: "In Lunch" }).getByRole("listitem");
  await inside.filter({ hasText: ada }).getByText(`+${ADA} · Owner`).waitFor();
  await inside.filter({ hasText: grace }).getByText(`+${GRACE}`).waitFor();
  expect(await inside.count()).toBe(3);
  await keepScreenshot(page, "inbox-group-people");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  people().changeGroup(ADA, group, { subject: "Sunday lunch" });
  await lineOf(page, "Subject changed: Sunday lunch").getByText(ada, { exact: true }).waitFor();
  people().changeGroup(ADA, group, { promote: [GRACE] });
  await sees(page, `Made an admin: ${grace}`);
  people().changeGroup(ADA, group, { add: ["491700000009"] });
  await sees(page, "Added +491700000009");
  people().changeGroup(GRACE, group, { leave: true });
  await sees(page, `Left: ${grace}`);
  expect(await lineOf(page, "Left: ").getByText(grace).count()).toBe(1);
  await keepScreenshot(page, "inbox-paired-group");
});

test.skipIf(NO_CHROMIUM)("every type that a paired number sends is drawn", async () => {
  const { conversation_id } = await says("491700000005", { kind: "text", content: { body: "Show me" } });
  const sent = await sendEveryType(daemon, conversation_id);
  expect(sent.length).toBeGreaterThan(15);
  const page = await openThread(conversation_id);
  for (const words of sent.flat()) await sees(page, words);
  expect(await accessibilityFaults(page)).toEqual([]);
});
