import { expect, test } from "bun:test";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const HOSTILE = `<img src=x onerror=alert(1)> *bold* javascript:alert(1) \u202Egnp.exe`;

async function send(body: object): Promise<string> {
  const whole = { channel_id: stage.daemon.channelId, type: "text", content: { body: "Hello" }, ...body };
  const sent = await stage.daemon.call("POST", "/v1/messages", whole);
  expect(sent.status).toBe(201);
  return sent.body.id;
}

test.skipIf(NO_CHROMIUM)("a message's life is told on one line, with what it said as text", async () => {
  const id = await send({ to: "14155550101", content: { body: HOSTILE } });
  await stage.daemon.until(id, "read");
  const page = await stage.open("/messages");
  await page.getByRole("link", { name: "+14155550101" }).click();
  const detail = page.getByRole("region", { name: "+14155550101" });
  const life = detail.getByRole("region", { name: "What happened to it" });
  await life.getByText("Read", { exact: true }).waitFor();
  expect(await life.getByRole("listitem").allTextContents()).toHaveLength(4);
  const phone = detail.getByRole("figure", { name: "As a phone shows it" });
  await phone.getByText("<img src=x onerror=alert(1)>").waitFor();
  expect(await phone.locator("strong").textContent()).toBe("bold");
  await keepScreenshot(page, "messages-detail");
  expect(await accessibilityFaults(page)).toEqual([]);
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

test.skipIf(NO_CHROMIUM)("why a message failed is said in words", async () => {
  const id = await send({ to: "15550000101" });
  await stage.daemon.until(id, "failed");
  const page = await stage.open(`/messages/${id}`, { as: "viewer" });
  const why = page.getByRole("region", { name: "Why it was not delivered" });
  await why.getByText("The number may not be on WhatsApp, or the app on it is too old.").waitFor();
  await why.getByText("recipient_unreachable").waitFor();
  await keepScreenshot(page, "messages-failed");
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.skipIf(NO_CHROMIUM)("what waits says why, and is cancelled by those who may", async () => {
  const id = await send({ to: "14155550104", scheduled_at: new Date(Date.now() + 86_400_000).toISOString() });
  const viewer = await stage.open(`/messages/${id}`, { as: "viewer" });
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
