/** Approvals on the page: what agents ask to send is seen, approved and refused there. */
import { expect, test } from "bun:test";
import { agentOf, sentTo } from "../approvals/support.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const { daemon } = stage;

test.skipIf(NO_CHROMIUM)("what waits appears by itself, is sent, and is gone from what waits", async () => {
  const page = await stage.open("/approvals", { as: "agent" });
  await page.getByText("Nothing waits").waitFor();
  const { send } = await agentOf(daemon);
  const body = "Your table is booked <b>for 8 pm</b>. Shall we reserve one outside as well?";
  await send("14155570001", { content: { body } });
  await page.getByRole("link", { name: "14155570001" }).click();
  const detail = page.getByRole("region", { name: "14155570001" });
  await detail.getByRole("figure").getByText(body).waitFor();
  await detail.getByText("Robot").waitFor();
  await keepScreenshot(page, "approvals");
  expect(await accessibilityFaults(page)).toEqual([]);
  await detail.getByRole("button", { name: "Send it" }).click();
  await detail.getByRole("link", { name: "The message" }).waitFor();
  await page.getByText("Nothing waits").waitFor();
  expect((await sentTo(daemon, "14155570001")).map(({ content }) => content)).toEqual([{ body }]);
});

test.skipIf(NO_CHROMIUM)("one is refused with words, which stand where it is found again", async () => {
  const { send, call } = await agentOf(daemon);
  const { body } = await send("14155570002");
  const page = await stage.open(`/approvals/${body.id}`, { as: "agent" });
  await page.getByRole("button", { name: "Refuse" }).click();
  const dialog = page.getByRole("dialog", { name: "Refuse" });
  await dialog.getByLabel("Why it was refused").fill("We are closed that day.");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Refuse", exact: true }).click();
  await page.getByText("We are closed that day.").waitFor();
  expect(await page.getByRole("button", { name: "Send it" }).count()).toBe(0);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByRole("button", { name: /Status/ }).click();
  await page.getByRole("option", { name: "refused" }).click();
  await page.getByRole("link", { name: "14155570002" }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await keepScreenshot(page, "approvals-phone");
  expect((await call("GET", `/v1/approvals/${body.id}`)).body.reason).toBe("We are closed that day.");
});

test.skipIf(NO_CHROMIUM)("who may not decide sees what waits, and no buttons", async () => {
  const { send } = await agentOf(daemon);
  const { body } = await send("14155570003");
  const page = await stage.open(`/approvals/${body.id}`, { as: "viewer" });
  await page.getByRole("region", { name: "14155570003" }).getByText("Robot").waitFor();
  expect(await page.getByRole("button", { name: "Send it" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Refuse" }).count()).toBe(0);
});
