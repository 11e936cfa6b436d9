/** The view of channels: numbers are added. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { ownDaemon } from "../support/own-daemon.ts";
import { control } from "../templates/support.ts";
import { HOSTILE } from "./channels-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage(
  ownDaemon({ config: { sandbox: true, appId: "900800700600500", signupConfigurationId: "4711" } }),
);

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
  const signup = new URL(
    (await page.getByRole("link", { name: "Sign up with Meta" }).getAttribute("href")) ?? "",
  );
  expect([signup.host, signup.searchParams.get("config_id")]).toEqual(["business.facebook.com", "4711"]);
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

/** A channel of a number that sends. */
async function official(name: string, digits: string): Promise<string> {
  const { id: phone_number_id, waba_id, access_token } = await numberAtMeta(digits, true);
  const body = { platform: "whatsapp_official", name, phone_number_id, waba_id, access_token };
  return (await stage.daemon.call("POST", "/v1/channels", body)).body.id;
}

test.skipIf(NO_CHROMIUM)("its user name is set, taken over, deleted, and WhatsApp seldom asked", async () => {
  const [id, other] = [
    await official("Named", "+1 555 777 0004"),
    await official("Other", "+1 555 777 0005"),
  ];
  const name = (channel: string) => `/v1/channels/${channel}/username`;
  const { call } = stage.daemon;
  await call("PUT", name(other), { username: "green.door" });
  const page = await stage.open(`/channels/${id}`);
  const part = page.getByRole("region", { name: "User name" });
  await part.getByText("None.").waitFor();
  const asked = askedOf(page, name(id));
  await call("PATCH", `/v1/channels/${id}`, { settings: { paused: true } });
  await page.getByRole("button", { name: "Resume sending" }).click();
  await page.getByText("It sends and receives.").waitFor();
  expect(asked).toEqual([]);
  await part.getByRole("button", { name: "Set user name" }).click();
  const form = page.getByRole("dialog", { name: "Set user name" });
  const field = form.getByRole("textbox", { name: "User name" });
  const set = form.getByRole("button", { name: "Set user name" });
  await field.fill("blue.com");
  await set.click();
  await form.getByText("Not ending like an address, such as .com.").waitFor();
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  await field.fill("green.door");
  await set.click();
  await form.getByText("Another number of your business has this name.").waitFor();
  await keepScreenshot(page, "channels-username-form");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByText("Take green.door from the number that has it").click();
  await set.click();
  await part.getByText("approved").waitFor();
  expect((await call("GET", name(other))).body.username).toBeNull();
  await part.getByRole("button", { name: "Set user name" }).click();
  await form.getByRole("button", { name: "blue_door", exact: true }).click();
  expect(await field.inputValue()).toBe("blue_door");
  await form.getByRole("button", { name: "Cancel" }).click();
  await call("PUT", name(id), { username: "hold.the.door" });
  await part.getByText("WhatsApp keeps it for this number").waitFor();
  await part.scrollIntoViewIfNeeded();
  await keepScreenshot(page, "channels-username");
  expect(await accessibilityFaults(page)).toEqual([]);
  const phone = await stage.open(`/channels/${id}`, { as: "agent", width: "narrow" });
  await phone.getByText("@hold.the.door").scrollIntoViewIfNeeded();
  expect(await phone.getByRole("button", { name: /user name/ }).count()).toBe(0);
  await keepScreenshot(phone, "channels-username-phone");
  expect(await accessibilityFaults(phone)).toEqual([]);
  await part.getByRole("button", { name: "Delete user name" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete user name" }).click();
  await part.getByText("None.").waitFor();
  await phone.getByText("None.").waitFor();
  expect((await call("GET", name(id))).body.username).toBeNull();
});

test.skipIf(NO_CHROMIUM)("what Meta warned of is shown with what to do, as it comes", async () => {
  const id = await official("Warned", "+1 555 777 0006");
  const { body } = await stage.daemon.call("GET", `/v1/channels/${id}`);
  const alert = (content: object) =>
    control(stage.daemon, "inbound", {
      ...{ from: "15550000001", phone_number_id: body.phone_number_id, kind: "alert", content },
    });
  const page = await stage.open(`/channels/${id}`, { as: "viewer", width: "narrow" });
  await page.getByText("It sends and receives.").waitFor();
  await alert({ alert_type: "OBA_APPROVED", alert_severity: "INFORMATIONAL" });
  await alert({ alert_type: "PROFILE_PICTURE_LOST", alert_severity: "WARNING" });
  const alerts = page.getByRole("region", { name: "Alerts of Meta" }).getByRole("listitem");
  await alerts.getByText("The picture of the number's profile is gone.").waitFor();
  await alerts.getByText("Upload it again in WhatsApp Manager.").waitFor();
  expect(await alerts.count()).toBe(1);
  await keepScreenshot(page, "channels-alerts-phone");
  expect(await accessibilityFaults(page)).toEqual([]);
});

/** The readings of a path by a page, from now on. */
function askedOf(page: Page, path: string): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().endsWith(path)) asked.push(request.url());
  });
  return asked;
}

async function numberAtMeta(display_phone_number: string, registered: boolean) {
  const number = { display_phone_number, verified_name: "Blue Door", registered };
  const made = await control(stage.daemon, "phone_numbers", number);
  return made as { id: string; waba_id: string; access_token: string };
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
