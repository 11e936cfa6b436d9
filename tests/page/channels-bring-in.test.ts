/** A number is brought in from another program's files, and connects as the same device. */
import { beforeAll, expect, test } from "bun:test";
import { startOwnClient } from "../channels/session-move/own-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { channelsSite } from "./channels-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const NUMBER = "15557015091";
const folder = temporaryFolder("auth-info");
const site = await channelsSite();
beforeAll(async () => {
  const own = await startOwnClient(site.web, folder, NUMBER);
  await own.stop();
});

test.skipIf(NO_CHROMIUM)(
  "a folder of Baileys is looked into, and its number connects without a scan",
  async () => {
    const page = await site.stage.open("/channels", { width: "narrow" });
    await page.getByRole("button", { name: "Add number" }).first().click();
    await page.getByRole("button", { name: "Bring a number in" }).click();
    const form = page.getByRole("dialog", { name: "Bring a number in" });
    await form.getByLabel("Or the files of its database").setInputFiles({
      ...{ name: "notes.db", mimeType: "application/octet-stream", buffer: Buffer.from("no database") },
    });
    await form.getByText("these files hold no session", { exact: false }).waitFor();
    await form.getByLabel("Folder of Baileys, with creds.json").setInputFiles(folder);
    await form.getByText(`+${NUMBER}`).first().waitFor();
    const connect = form.getByRole("button", { name: "Connect here" });
    expect(await connect.isDisabled()).toBe(true);
    await form.getByLabel("Name").fill("Moved in");
    await form.getByText("The other program is stopped, and stays stopped").click();
    await keepScreenshot(page, "channels-bring-in");
    expect(await accessibilityFaults(page)).toEqual([]);
    await connect.click();
    await page.getByRole("heading", { name: "Moved in" }).waitFor();
    await page.getByText("It sends and receives.").waitFor();
    const id = page.url().split("/").at(-1);
    expect((await site.stage.daemon.call("GET", `/v1/channels/${id}`)).body.phone_number).toBe(`+${NUMBER}`);
  },
);
