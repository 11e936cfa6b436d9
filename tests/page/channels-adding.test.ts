/** The view of channels: numbers are added. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { HOSTILE } from "./channels-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage({ config: { sandbox: true } });

test.skipIf(NO_CHROMIUM)(
  "where there is no number, the ways to one are there, for those who may add it",
  async () => {
    const { call, channelId, until } = stage.daemon;
    await call("DELETE", `/v1/channels/${channelId}`);
    const agent = await stage.open("/channels", { as: "agent" });
    await agent.getByText("An administrator can add a number.").waitFor();
    expect(await agent.getByRole("button", { name: /Add|Pair/ }).count()).toBe(0);
    const page = await stage.open("/channels", { width: "narrow" });
    await page.getByRole("button", { name: "Pair a phone" }).waitFor();
    await keepScreenshot(page, "channels-empty-phone");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Add a sandbox number" }).click();
    await page.getByText("It sends and receives.").waitFor();
    const channel_id = page.url().split("/").at(-1);
    const message = { channel_id, to: "15550000001", type: "text", content: { body: "Hello" } };
    const { body } = await call("POST", "/v1/messages", message);
    await until(body.id, "delivered", "read");
  },
);

test.skipIf(NO_CHROMIUM)("an official number is added, with the outcome of each step", async () => {
  const { id, access_token } = await numberAtMeta("+1 555 777 0001", true);
  const page = await stage.open("/channels", { width: "narrow" });
  await addOfficial(page, { name: HOSTILE, id: "12x", token: "wrong" });
  await page.getByRole("alert").waitFor();
  await keepScreenshot(page, "channels-official-phone");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel("Phone number id").fill(id);
  await page.getByRole("dialog").getByRole("button", { name: "Add number" }).click();
  await page.getByRole("dialog").getByText("Invalid OAuth access token").waitFor();
  await keepScreenshot(page, "channels-outcome-refused");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Show the channel" }).click();
  await page.getByRole("button", { name: "Replace access token" }).click();
  const form = page.getByRole("dialog", { name: "Replace access token" });
  await form.getByLabel("Access token").fill("wrong-again");
  await form.getByRole("button", { name: "Replace access token" }).click();
  await form.getByText("Invalid OAuth access token").waitFor();
  await form.getByLabel("Access token").fill(access_token);
  await form.getByRole("button", { name: "Replace access token" }).click();
  await page.getByText("It sends and receives.").waitFor();
});

test.skipIf(NO_CHROMIUM)("a number that never sent is registered by its PIN, at once or later", async () => {
  const first = await numberAtMeta("+1 555 777 0002", false);
  const page = await stage.open("/channels");
  await addOfficial(page, { name: "Registered", id: first.id, token: first.access_token, pin: "314159" });
  await page.getByText("Number registered").waitFor();
  await keepScreenshot(page, "channels-outcome");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Show the channel" }).click();
  await page.getByText("It sends and receives.").waitFor();
  const second = await numberAtMeta("+1 555 777 0003", false);
  await addOfficial(page, { name: "Later", id: second.id, token: second.access_token });
  await page.getByText("not registered with WhatsApp yet").waitFor();
  await page.getByRole("button", { name: "Show the channel" }).click();
  await page.getByRole("button", { name: "Register number" }).click();
  await page.getByLabel("PIN").fill("27182");
  await page.getByRole("dialog").getByRole("button", { name: "Register number" }).click();
  await page.getByRole("alert").waitFor();
  await page.getByLabel("PIN").fill("271828");
  await page.getByRole("dialog").getByRole("button", { name: "Register number" }).click();
  await page.getByText("It sends and receives.").waitFor();
});

async function numberAtMeta(display_phone_number: string, registered: boolean) {
  const response = await fetch(`${stage.daemon.sandbox.url}/sandbox/phone_numbers`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ display_phone_number, verified_name: "Blue Door", registered }),
  });
  return (await response.json()) as { id: string; access_token: string };
}

type OfficialNumber = { name: string; id: string; token: string; pin?: string };

async function addOfficial(page: Page, { name, id, token, pin = "" }: OfficialNumber): Promise<void> {
  await page.getByRole("button", { name: "Add number" }).click();
  await page.getByRole("button", { name: "Add an official number" }).click();
  const form = page.getByRole("dialog", { name: "Add an official number" });
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByLabel("Phone number id").fill(id);
  await form.getByLabel("Access token").fill(token);
  await form.getByLabel("PIN").fill(pin);
  await form.getByRole("button", { name: "Add number" }).click();
}
