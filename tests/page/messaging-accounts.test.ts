/** The accounts at Meta that messages are billed to: in a number's settings, on a message, and among costs. */
import { expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { lookUntil } from "../support/until.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const { wabaId, otherMessagingAccounts } = SANDBOX_DEFAULTS.phoneNumber;
const other = otherMessagingAccounts?.[0] ?? "";

/** A message that was billed to an account. */
async function billed(messaging_account_id?: string): Promise<string> {
  const { call, channelId } = stage.daemon;
  const content = { template: { name: "hello_world", language: { code: "en_US" } } };
  const message = { channel_id: channelId, to: "4915123456701", type: "template", content };
  const { body } = await call("POST", "/v1/messages", { ...message, messaging_account_id });
  await lookUntil(
    async () => (await call("GET", `/v1/messages/${body.id}`)).body,
    ({ cost }) => cost?.state === "billed",
  );
  return body.id;
}

test.skipIf(NO_CHROMIUM)(
  "the accounts that messages may name are kept among a number's settings",
  async () => {
    const { call, channelId } = stage.daemon;
    const page = await stage.open(`/channels/${channelId}?tab=settings`);
    const field = page.getByLabel("Ids of its other accounts at Meta");
    await field.fill(`${other}, x`);
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByRole("alert").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    await field.fill(`${other}, 77`);
    await field.scrollIntoViewIfNeeded();
    await keepScreenshot(page, "channels-accounts");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("Settings saved").waitFor();
    const { settings } = (await call("GET", `/v1/channels/${channelId}`)).body;
    expect(settings.other_messaging_account_ids).toEqual([other, "77"]);
  },
);

test.skipIf(NO_CHROMIUM)("a message shows its account, and costs are summed by accounts", async () => {
  const { call, channelId } = stage.daemon;
  await call("PUT", "/v1/rate-card", {
    currency: "EUR",
    valid_from: "2026-01-01",
    prices: { DE: { utility: 0.05 } },
  });
  await call("PATCH", `/v1/channels/${channelId}`, { settings: { other_messaging_account_ids: [other] } });
  await billed();
  const id = await billed(other);
  const message = await stage.open(`/messages/${id}`);
  await message.getByText("Account at Meta", { exact: true }).waitFor();
  await message.getByText(other, { exact: true }).waitFor();
  await keepScreenshot(message, "message-account");
  for (const width of [1280, 390]) {
    const page = await stage.open("/costs?group_by=account");
    await page.setViewportSize({ width, height: 844 });
    for (const account of [wabaId, other])
      await page.getByRole("row", { name: new RegExp(`^${account}.* €0\\.05`) }).waitFor();
    await keepScreenshot(page, `costs-accounts-${width}`);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
});
