import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { FILE_BYTES } from "../../daemon/webhooks/forms/file-data.ts";
import { until } from "../support/until.ts";
import { startReceiver, verifyDelivery } from "../webhooks/receiver.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage, visit } from "./stage.ts";

const stage = pageStage();
let status = 200;
const receiver = startReceiver(() => new Response("<img src=x onerror=alert(1)>", { status }));
afterAll(receiver.stop);
const HOSTILE = `<script>alert("1")</script>`;
const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";

test.skipIf(NO_CHROMIUM)("an endpoint is added, shows its secret once, and gets a test event", async () => {
  const page = await stage.open("/webhooks");
  await page.getByText("No endpoint yet").waitFor();
  await keepScreenshot(page, "webhooks-empty");
  await page.getByRole("button", { name: "Add endpoint" }).first().click();
  const form = page.getByRole("dialog", { name: "Add endpoint" });
  await form.getByLabel("Address").fill("ftp://example.com");
  await form.getByRole("button", { name: "Add endpoint" }).click();
  await form.getByRole("alert").waitFor();
  await form.getByLabel("Address").fill(receiver.url);
  await form.getByLabel("Description").fill(HOSTILE);
  await form.getByLabel("Headers").fill("Authorization: Bearer of-the-receiver");
  await keepScreenshot(page, "webhooks-form");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Add endpoint" }).click();
  await page.getByRole("dialog", { name: "Signing secret" }).getByText("whsec_").waitFor();
  await keepScreenshot(page, "webhooks-secret");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("link", { name: receiver.url }).click();
  await page.getByText(HOSTILE).waitFor();
  await keepScreenshot(page, "webhooks-endpoint");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Send a test event" }).click();
  await page.getByRole("heading", { name: "message.new" }).waitFor();
  await page.getByText("<img src=x onerror=alert(1)>").waitFor();
  expect(receiver.received[0]?.headers.authorization).toBe("Bearer of-the-receiver");
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "webhooks-delivery");

  // another one gets more than events, in another format
  await visit(page, "/webhooks");
  await page.getByRole("button", { name: "Add endpoint" }).first().click();
  await form.getByLabel("Address").fill(`${receiver.url}waha`);
  await form.getByText("Message", { exact: true }).click();
  await form.getByText("Contact", { exact: true }).click();
  await form.getByRole("button", { name: /Format/ }).click();
  await page.getByRole("option", { name: "Meta's Cloud API" }).click();
  await form.getByLabel("Verify token").waitFor();
  await form.getByRole("button", { name: /Format/ }).click();
  await page.getByRole("option", { name: "WAHA" }).click();
  await form.getByLabel("Verify token").waitFor({ state: "detached" });
  await keepScreenshot(page, "webhooks-format");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Add endpoint" }).click();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("link", { name: `${receiver.url}waha` }).click();
  await page.getByText("Message, Contact").waitFor();
  await page.getByText("WAHA", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Send a test event" }).click();
  await page.getByText("signed as the endpoint's format has it").waitFor();
  expect(await page.getByText("The same by curl, signed now").count()).toBe(0);
});

test.skipIf(NO_CHROMIUM)(
  "a delivery is shown as it was sent, and posted again by the curl beside it",
  async () => {
    const { id, secret } = await endpoint({ headers: { "x-tenant": "7" }, filterTypes: ["contact.updated"] });
    const name = `it's "$HOME" \\ \`id\` ${HOSTILE}`;
    await stage.daemon.call("POST", "/v1/contacts", { email: "bob@example.com", name });
    const page = await stage.open(`/webhooks/deliveries?endpoint_id=${id}`);
    await page.getByRole("row").filter({ hasText: "contact.updated" }).getByText(receiver.url).waitFor();
    await page.getByRole("link", { name: "contact.updated" }).click();
    await page.getByRole("link", { name: receiver.url }).waitFor();
    const section = page.getByRole("region", { name: "What is sent" });
    const sent = receiver.received.find(({ headers }) => headers["x-tenant"] === "7");
    expect(await section.getByRole("region", { name: "Body" }).textContent()).toBe(sent?.body ?? null);
    const headers = (await section.getByRole("region", { name: "Headers" }).textContent()) ?? "";
    expect(headers).toStartWith(`POST ${receiver.url}\n`);
    expect(headers).toContain("\nx-tenant: ********\n");
    expect(headers).toContain(`\nwebhook-id: ${sent?.headers["webhook-id"]}\n`);
    await section.getByText("The same by curl, signed now").click();
    const script = (await section.getByRole("region", { name: "curl" }).textContent()) ?? "";
    await keepScreenshot(page, "webhooks-as-sent");
    expect(await accessibilityFaults(page)).toEqual([]);

    const env = { ...process.env, WAYPOST_WEBHOOK_SECRET: secret };
    const curl = Bun.spawn(["sh", "-euc", script], { env, stdout: "ignore", stderr: "pipe" });
    expect([await curl.exited, await curl.stderr.text()]).toEqual([0, expect.anything()]);
    const again = receiver.received.at(-1) ?? { headers: {}, body: "" };
    verifyDelivery(secret, again);
    expect(again.body).toBe(sent?.body ?? "");
    expect(again.headers["x-tenant"]).toBe("********");
    expect(unsigned(again.headers)).toEqual(unsigned(sent?.headers));
  },
);

/** The headers that are the same when a delivery is posted by hand. */
function unsigned(headers: Record<string, string> = {}): [string, string][] {
  const others = ["x-tenant", "accept", "connection", "webhook-timestamp", "svix-timestamp"];
  const names = [...others, "webhook-signature", "svix-signature"];
  return Object.entries(headers)
    .filter(([name]) => !names.includes(name))
    .sort();
}

test.skipIf(NO_CHROMIUM)("an endpoint is asked for files, up to a size, and shows it", async () => {
  const { id } = await endpoint({ format: "waha", format_events: ["message", "message.edited"] });
  const page = await stage.open(`/webhooks/${id}`);
  await page.getByText("message, message.edited").waitFor();
  await choose(page, "Edit endpoint");
  const form = page.getByRole("dialog", { name: "Edit endpoint" });
  expect(await form.getByLabel("Most bytes of files in an event").count()).toBe(0);
  await form.getByText("Small files", { exact: true }).click();
  await form.getByText(`Empty for ${FILE_BYTES}.`).waitFor();
  await form.getByLabel("Most bytes of files in an event").fill("9999999");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByRole("alert").first().waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await keepScreenshot(page, "webhooks-files");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByLabel("Most bytes of files in an event").fill("1000");
  await form.getByRole("button", { name: "Save" }).click();
  await form.waitFor({ state: "detached" });
  await page.getByText("Small files", { exact: true }).waitFor();
  await page.getByText("1000", { exact: true }).waitFor();
  await keepScreenshot(page, "webhooks-files-shown");
  const { body } = await stage.daemon.call("GET", `${ENDPOINTS}/${id}`);
  expect(body).toMatchObject({
    ...{ include: ["files"], file_bytes: 1000, format_events: ["message", "message.edited"] },
  });
});

test.skipIf(NO_CHROMIUM)("what failed is filtered, counted and replayed, all in the address", async () => {
  const { url, id } = await endpoint();
  status = 500;
  await stage.daemon.call("POST", "/v1/contacts", { email: "ada@example.com" });
  const page = await stage.open(`/webhooks/deliveries?endpoint_id=${id}&status=failed`);
  await page.getByRole("link", { name: "contact.updated" }).first().waitFor();
  await keepScreenshot(page, "webhooks-deliveries");
  await page.reload();
  await page.getByRole("link", { name: "contact.updated" }).first().waitFor();
  status = 200;
  const before = receiver.received.length;
  await page.getByRole("button", { name: "Replay" }).click();
  const dialog = page.getByRole("dialog", { name: "Replay deliveries" });
  await dialog.getByText(url).first().waitFor();
  await dialog.getByRole("button", { name: "Which events" }).click();
  await page.getByRole("option", { name: "all" }).click();
  await dialog.getByRole("button", { name: "Count first" }).click();
  await dialog.getByRole("button", { name: /Replay \d+ deliver/ }).click();
  await dialog.getByText(/([1-9]\d*) of \1 delivered/).waitFor();
  expect(receiver.received.length).toBeGreaterThan(before);
  await keepScreenshot(page, "webhooks-replay");
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.skipIf(NO_CHROMIUM)("an endpoint is paused, enabled by the undo, rotated and deleted", async () => {
  const { id } = await endpoint();
  const page = await stage.open(`/webhooks/${id}`);
  await choose(page, "Pause endpoint");
  await page.getByText("paused", { exact: true }).first().waitFor();
  expect((await stage.daemon.call("GET", `${ENDPOINTS}/${id}`)).body.enabled).toBe(false);
  await page.getByRole("button", { name: "Undo" }).click();
  await until(async () => (await stage.daemon.call("GET", `${ENDPOINTS}/${id}`)).body.enabled === true);
  await choose(page, "Rotate secret");
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("dialog", { name: "Signing secret" }).getByText("whsec_").waitFor();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await choose(page, "Delete endpoint");
  await page.getByRole("dialog").getByRole("button", { name: "Delete endpoint" }).click();
  await page.getByText("Endpoint deleted").waitFor();
  expect((await stage.daemon.call("GET", `${ENDPOINTS}/${id}`)).status).toBe(404);
});

async function endpoint(settings: object = {}) {
  const { body } = await stage.daemon.call("POST", ENDPOINTS, { url: receiver.url, ...settings });
  return body;
}

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "More for this endpoint" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}
