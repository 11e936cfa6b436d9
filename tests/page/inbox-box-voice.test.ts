/** Voice messages, recorded from a microphone that Chromium plays. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { take } from "../inbound/support.ts";
import { NO_MICROPHONE } from "../support/browser.ts";
import { hasFfmpeg } from "../support/ffmpeg.ts";
import { until } from "../support/until.ts";
import { accessibilityFaults, keepScreenshot, pageStage } from "./stage.ts";

const stage = pageStage(undefined, { hasMicrophone: true });
const { daemon } = stage;

/** Somebody writes, and their conversation is opened. */
async function openOne(from: string, width: "wide" | "narrow" = "wide"): Promise<{ id: string; page: Page }> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const message = { from, id: `wamid.voice.${from}`, timestamp, type: "text", text: { body: "Call me" } };
  await take(daemon, { contacts: [{ profile: { name: "Ada" }, wa_id: from }], messages: [message] });
  const { id } = (await daemon.call("GET", `/v1/conversations?q=${from}`)).body.data[0];
  return { id, page: await stage.open(`/inbox/${id}`, { as: "agent", width }) };
}

const record = (page: Page) => page.getByRole("button", { name: "Record a voice message" });
const messagesOf = async (id: string) =>
  (await daemon.call("GET", `/v1/messages?conversation_id=${id}`)).body.data;

test.skipIf(NO_MICROPHONE || !hasFfmpeg)(
  "a voice message is recorded, listened to, and sent as one",
  async () => {
    const { id, page } = await openOne("14155568001");
    await page.context().grantPermissions(["microphone"]);
    await record(page).click();
    const recorder = page.getByRole("region", { name: "Recording" });
    await recorder.getByRole("timer").getByText("0:01").waitFor();
    await keepScreenshot(page, "box-recording");
    expect(await accessibilityFaults(page)).toEqual([]);
    await recorder.getByRole("button", { name: "Stop and listen" }).click();
    const card = page.getByRole("list", { name: "Attached files" });
    await card.getByText("Voice message", { exact: true }).waitFor();
    await page.evaluate(`document.querySelector("form audio").play()`);
    await until(() => page.evaluate<boolean>(`document.querySelector("form audio").currentTime > 0`));
    await keepScreenshot(page, "box-recorded");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await until(async () => (await messagesOf(id))[0].status === "read" || (await messagesOf(id))[0].error);
    const [message] = await messagesOf(id);
    expect(message).toMatchObject({ type: "audio", status: "read", content: { voice: true } });
  },
);

test.skipIf(NO_MICROPHONE)("a recording is discarded, and the microphone closed", async () => {
  const { id, page } = await openOne("14155568002", "narrow");
  await page.context().grantPermissions(["microphone"]);
  await page.getByRole("button", { name: "More for this answer" }).click();
  await record(page).click();
  const recorder = page.getByRole("region", { name: "Recording" });
  await recorder.getByRole("button", { name: "Stop and listen" }).waitFor();
  // a note in its place would drop it
  expect(await page.getByRole("button", { name: "Note" }).count()).toBe(0);
  await recorder.getByRole("button", { name: "Discard the recording" }).click();
  await page.getByRole("textbox", { name: "Answer" }).waitFor();
  expect(await page.getByRole("list", { name: "Attached files" }).count()).toBe(0);
  expect((await messagesOf(id)).length).toBe(1);
});

test.skipIf(NO_MICROPHONE)("a refused microphone is said in words", async () => {
  const { page } = await openOne("14155568003");
  await page.context().clearPermissions();
  await record(page).click();
  await page
    .getByRole("alert")
    .getByText(/does not allow this page the microphone/)
    .waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});
