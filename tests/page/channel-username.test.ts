/** The user name of an official number: suggested, set and deleted on its page. */
import { expect, test } from "bun:test";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();

test.skipIf(NO_CHROMIUM)("a name that WhatsApp suggests is set, and deleted", async () => {
  const { call, channelId } = stage.daemon;
  const path = `/v1/channels/${channelId}/username`;
  const { data } = (await call("GET", `${path}/suggestions`)).body;
  const [{ username }] = data;
  const page = await stage.open(`/channels/${channelId}`);
  await page.getByRole("button", { name: "Set user name" }).click();
  const form = page.getByRole("dialog", { name: "Set user name" });
  await form.getByRole("button", { name: username, exact: true }).click();
  await keepScreenshot(page, "channel-username");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Set user name" }).click();
  await form.waitFor({ state: "detached" });
  await page.getByText(`@${username}`, { exact: true }).waitFor();
  expect((await call("GET", path)).body.username).toBe(username);
  await page.getByRole("button", { name: "Delete user name" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete user name" }).click();
  await page.getByText("None. With one, people see it").waitFor();
  expect((await call("GET", path)).body.username).toBeNull();
});
