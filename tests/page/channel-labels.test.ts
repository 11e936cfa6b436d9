/** The labels of a number in the Business app, on its page: seen, added and deleted. */
import { expect, test } from "bun:test";
import { until } from "../support/until.ts";
import { channelsSite } from "./channels-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const { stage, web, paired } = await channelsSite();

/** Something that is done at the phone of a number. */
async function atPhone(method: string, number: string, path: string, body: object): Promise<void> {
  const url = new URL(`http://localhost/sandbox/phones/${number}/${path}`);
  const headers = { "content-type": "application/json" };
  const response = await web.handle(
    new Request(url.href, { method, headers, body: JSON.stringify(body) }),
    url,
  );
  expect(response?.status).toBe(200);
}

test.skipIf(NO_CHROMIUM)("labels are added and deleted, here and on the phone", async () => {
  const number = "15557010078";
  await atPhone("PUT", number, "business", { verified_name: "Blue Door" });
  const { id } = await paired(number);
  await atPhone("PUT", number, "labels/1", { name: "New customer" });
  const known = async () => (await stage.daemon.call("GET", `/v1/channels/${id}/labels`)).body.data;
  await until(async () => (await known()).length === 1);
  const page = await stage.open(`/channels/${id}`);
  const labels = page.getByRole("region", { name: "Labels" });
  await labels.getByText("New customer").waitFor();
  await labels.getByRole("textbox", { name: "New label" }).fill("Waits for a quote");
  await labels.getByRole("button", { name: "Add" }).click();
  await labels.getByRole("button", { name: "Delete label Waits for a quote" }).waitFor();
  await labels.scrollIntoViewIfNeeded();
  await keepScreenshot(page, "channel-labels");
  expect(await accessibilityFaults(page)).toEqual([]);
  await labels.getByRole("button", { name: "Delete label New customer" }).click();
  const asked = page.getByRole("dialog");
  await keepScreenshot(page, "channel-labels-delete");
  await asked.getByRole("button", { name: "Delete", exact: true }).click();
  await labels.getByText("New customer").waitFor({ state: "detached" });
  await page.setViewportSize({ width: 390, height: 844 });
  await labels.scrollIntoViewIfNeeded();
  await keepScreenshot(page, "channel-labels-phone");
  expect(await known()).toEqual([{ id: "2", name: "Waits for a quote" }]);
});

test.skipIf(NO_CHROMIUM)("a number that is not in the Business app says that it has none", async () => {
  const { id } = await paired("15557010079");
  const page = await stage.open(`/channels/${id}`);
  await page.getByText("This number is not in the WhatsApp Business app").waitFor();
  expect(await page.getByRole("textbox", { name: "New label" }).count()).toBe(0);
});
