import { expect, test } from "bun:test";
import { MESSAGE_TYPES } from "../../daemon/message-types/message-type.ts";
import { findMessageType } from "../../daemon/message-types/registry.ts";
import { TYPES } from "../../daemon/page/languages/en.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage, visit } from "./stage.ts";

const stage = pageStage();
const HOSTILE = `<img src=x onerror=alert(1)> *bold* javascript:alert(1) \u202Egnp.exe`;

async function send(body: object): Promise<string> {
  const whole = { channel_id: stage.daemon.channelId, type: "text", content: { body: "Hello" }, ...body };
  const sent = await stage.daemon.call("POST", "/v1/messages", whole);
  expect(sent.status).toBe(201);
  return sent.body.id;
}

test.skipIf(NO_CHROMIUM)("a message's life is told on one line, with what it said as text", async () => {
  const receiver = startReceiver(() => new Response(HOSTILE, { status: 500 }));
  try {
    const endpoint = { url: receiver.url, filterTypes: ["message.sent"] };
    await stage.daemon.call("POST", "/v1/settings/developer/webhooks/endpoints", endpoint);
    const id = await send({ to: "14155550101", content: { body: HOSTILE } });
    await stage.daemon.until(id, "read");
    const page = await stage.open("/messages");
    await page.getByRole("link", { name: "+14155550101" }).click();
    const detail = page.getByRole("region", { name: "+14155550101" });
    const life = detail.getByRole("region", { name: "What happened to it" });
    await life.getByText("Read", { exact: true }).waitFor();
    for (const step of ["Accepted", "WhatsApp took it", "Delivered to the phone"])
      await life.getByText(step, { exact: true }).waitFor();
    await life.getByText(/^Call 1 to WhatsApp: taken, [\d,]+ ms$/).waitFor();
    await life.getByText("Event message.sent").waitFor();
    const phone = detail.getByRole("figure", { name: "As a phone shows it" });
    await phone.getByText("<img src=x onerror=alert(1)>").waitFor();
    expect(await phone.locator("strong").textContent()).toBe("bold");
    const delivery = page.getByRole("link", { name: "Delivery 1 of message.sent: failed, answered 500" });
    await delivery.waitFor();
    await keepScreenshot(page, "messages-detail");
    expect(await accessibilityFaults(page)).toEqual([]);
    await delivery.click();
    await page.getByRole("heading", { name: "message.sent" }).waitFor();
    // deliveries are on its line for those who may see them
    const agent = await stage.open(`/messages/${id}`, { as: "agent", width: "narrow" });
    await agent.getByText("Event message.sent").waitFor();
    expect(await agent.getByText("Delivery 1").count()).toBe(0);
    await keepScreenshot(agent, "messages-life");
    expect(await accessibilityFaults(agent)).toEqual([]);
  } finally {
    receiver.stop();
  }
});

test.skipIf(NO_CHROMIUM)("all filters stand in the address", async () => {
  await send({ to: "14155550102", content: { body: "One that is filtered" } });
  const page = await stage.open("/messages?direction=inbound&to=14155550102");
  await page.getByText("No message matches").waitFor();
  await page.getByRole("button", { name: "Direction" }).click();
  await page.getByRole("option", { name: "Sent" }).click();
  await page.getByText("One that is filtered").waitFor();
  expect(new URL(page.url()).search).toBe("?direction=outbound&to=14155550102");
  await page.getByRole("button", { name: "More filters" }).click();
  await page.getByRole("searchbox", { name: "Conversation" }).fill("cv_nobody");
  await page.getByText("No message matches").waitFor();
  await page.goBack();
  await page.getByText("One that is filtered").waitFor();
});

test.skipIf(NO_CHROMIUM)("a viewer reads why one failed and one waits, which an agent cancels", async () => {
  const failed = await send({ to: "15550000101" });
  const id = await send({ to: "14155550104", scheduled_at: new Date(Date.now() + 86_400_000).toISOString() });
  await stage.daemon.until(failed, "failed");
  const viewer = await stage.open("/messages/new", { as: "viewer" });
  await viewer.getByRole("searchbox", { name: "To this number" }).waitFor();
  expect(await viewer.getByRole("button", { name: /Send a message|Cancel messages that wait/ }).count()).toBe(
    0,
  );
  expect(await viewer.getByRole("region", { name: "Send a message" }).count()).toBe(0);
  await visit(viewer, `/messages/${failed}`);
  const why = viewer.getByRole("region", { name: "Why it was not delivered" });
  await why.getByText("The number may not be on WhatsApp, or the app on it is too old.").waitFor();
  await why.getByText("recipient_unreachable").waitFor();
  await keepScreenshot(viewer, "messages-failed");
  expect(await accessibilityFaults(viewer)).toEqual([]);
  await visit(viewer, `/messages/${id}`);
  await viewer.getByRole("region", { name: "Why it waits" }).getByText("It is scheduled for").waitFor();
  expect(await viewer.getByRole("button", { name: "Cancel message" }).count()).toBe(0);
  const page = await stage.open(`/messages/${id}`, { as: "agent", width: "narrow" });
  await page.getByText("Expires").waitFor();
  await keepScreenshot(page, "messages-waiting");
  await page.getByRole("button", { name: "Cancel message" }).click();
  await page.getByText("It was cancelled before it was sent.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await viewer.getByText("It was cancelled before it was sent.").waitFor();
});

test.skipIf(NO_CHROMIUM)(
  "on a phone, the list says when each message was, under whom it went to",
  async () => {
    await stage.daemon.until(await send({ to: "14155550177" }), "read");
    const page = await stage.open("/messages", { width: "narrow" });
    const row = page.getByRole("row").filter({ hasText: "+14155550177" });
    await row.getByText("just now").first().waitFor();
    await keepScreenshot(page, "messages-phone");
  },
);

test.skipIf(NO_CHROMIUM)("what waits is cancelled by the filters of the list, counted first", async () => {
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
  const ids = [
    await send({ to: "14155550121", scheduled_at }),
    await send({ to: "14155550121", scheduled_at }),
  ];
  const other = await send({ to: "14155550122", scheduled_at });
  const page = await stage.open("/messages?to=14155550121", { as: "agent" });
  await page.getByRole("button", { name: "Cancel messages that wait" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel messages that wait" });
  await dialog.getByRole("button", { name: "Count first" }).click();
  await dialog.getByText("2 messages would be cancelled.").waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "messages-cancel-many");
  const statusOf = async (id: string) => (await stage.daemon.call("GET", `/v1/messages/${id}`)).body.status;
  expect(await Promise.all(ids.map(statusOf))).toEqual(["scheduled", "scheduled"]);
  await dialog.getByRole("button", { name: "Cancel 2 messages" }).click();
  await dialog.getByText("2 cancelled", { exact: true }).waitFor();
  expect(await Promise.all([...ids, other].map(statusOf))).toEqual(["cancelled", "cancelled", "scheduled"]);
  await dialog.getByRole("button", { name: "Close" }).first().click();
  for (const path of ["/messages?direction=inbound", "/messages?broadcast_id=bc_x"]) {
    await visit(page, path);
    await page.getByText("No message matches").waitFor();
    expect(await page.getByRole("button", { name: "Cancel messages that wait" }).count()).toBe(0);
  }
});

test.skipIf(NO_CHROMIUM)("a text is sent with a preview, and becomes read live", async () => {
  const page = await stage.open("/messages", { as: "agent" });
  await page.getByRole("button", { name: "Send a message" }).click();
  const form = page.getByRole("region", { name: "Send a message" });
  await form.getByRole("button", { name: "Send a message" }).click();
  await form
    .getByText(/give a number/)
    .first()
    .waitFor();
  await form.getByRole("textbox", { name: "To", exact: true }).fill("+1 415 555 0105");
  await form.getByRole("textbox", { name: "Text", exact: true }).fill("Your table is *booked*");
  await form.getByRole("figure").locator("strong").getByText("booked").waitFor();
  await keepScreenshot(page, "messages-send");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Send a message" }).click();
  const detail = page.getByRole("region", { name: "+14155550105" });
  await detail.getByText("Read", { exact: true }).waitFor();
  const row = page.getByRole("row").filter({ hasText: "14155550105" });
  await row.getByText("read", { exact: true }).waitFor();
});

/** What of a type's example is read: the words at the top of its content. */
function wordsOf(type: string): readonly string[] {
  const [example] = findMessageType(type)?.examples ?? [];
  const { body, caption, question, name, full_name, title, button_text } = example as Record<string, unknown>;
  return [body, caption, question, name, full_name, title, button_text].filter(
    (text) => typeof text === "string",
  );
}

test.skipIf(NO_CHROMIUM)("every type has a form and a preview, which its example fills", async () => {
  const page = await stage.open("/messages/new");
  const form = page.getByRole("region", { name: "Send a message" });
  const preview = form.getByRole("figure", { name: "As a phone shows it" });
  for (const type of MESSAGE_TYPES) {
    await form.getByRole("button", { name: /Message type$/ }).click();
    await page.getByRole("option", { name: TYPES[type] ?? type, exact: true }).click();
    await form.getByRole("button", { name: "Fill in an example" }).click();
    expect(await preview.getByText("Nothing yet: what you write stands here.").count()).toBe(0);
    for (const words of wordsOf(type)) await preview.getByText(words).first().waitFor();
    await keepScreenshot(page, `messages-type-${type}`);
  }
  expect(await accessibilityFaults(page)).toEqual([]);
});
