/** The commands that stand beside changes do the same: each is read from the page and run, in a real shell. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { cliCommand, cliEnvironment, newHome } from "../cli/run-cli.ts";
import { LONG_MS } from "../support/long.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const home = newHome();
/** Words of a shell, and of none. */
const TAG = "it's $(touch /nowhere) & <b>";

test.skipIf(NO_CHROMIUM)(
  "of a contact: tags, consent, suppressions and its end",
  async () => {
    const { call } = stage.daemon;
    const made = await call("POST", "/v1/contacts", { phone_number: "+14155550181", name: "Ada" });
    const path = `/v1/contacts/${made.body.id}`;
    const page = await stage.open(`/contacts/${made.body.id}`);
    await page.getByRole("button", { name: "Add tag" }).waitFor();
    await page.getByLabel("Tag", { exact: true }).last().fill(TAG);
    await runShown(page, 2);
    expect((await call("GET", path)).body.tags).toEqual([TAG]);
    await page.getByRole("button", { name: `Remove tag ${TAG}` }).waitFor();
    await page.getByLabel("Tag", { exact: true }).last().fill("");
    await runShown(page, 2, `Remove tag ${TAG}: `);
    expect((await call("GET", path)).body.tags).toEqual([]);

    await page.getByRole("tab", { name: "Consent" }).click();
    await page.getByRole("button", { name: "Set consent" }).click();
    await page.getByRole("dialog").getByLabel("Source").fill(TAG);
    await page.getByRole("dialog").getByLabel("Expires at").fill("2099-01-01T00:00");
    await runShown(page, "dialog");
    const [consent] = (await call("GET", `${path}/consents`)).body.data;
    expect(consent).toMatchObject({ channel: "whatsapp", state: "granted", source: TAG });
    expect(Date.parse(consent.expires_at)).toBe(Date.parse("2099-01-01T00:00"));
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Suppress contact" }).click();
    await page.getByRole("dialog").getByLabel("Reason").fill("complained");
    await runShown(page, "dialog");
    expect((await call("GET", `${path}/suppressions`)).body.data).toMatchObject([{ reason: "complained" }]);
    await page.reload();
    await page.getByRole("button", { name: "Lift suppression on whatsapp" }).waitFor();
    await runShown(page, 2);
    expect((await call("GET", `${path}/suppressions`)).body.data).toEqual([]);

    await page.getByRole("button", { name: "More for this contact" }).click();
    await page.getByRole("menuitem", { name: "Delete contact" }).click();
    await runShown(page, "dialog");
    expect((await call("GET", path)).status).toBe(404);
  },
  LONG_MS,
);

test.skipIf(NO_CHROMIUM)(
  "of a channel: pausing and its end",
  async () => {
    const { call, channelId } = stage.daemon;
    const path = `/v1/channels/${channelId}`;
    const page = await stage.open(`/channels/${channelId}`);
    await page.getByRole("heading", { name: "Sandbox" }).waitFor();
    await runShown(page, 1, "Pause sending: ");
    expect((await call("GET", path)).body.settings.paused).toBe(true);
    await page.reload();
    await runShown(page, 1, "Resume sending: ");
    expect((await call("GET", path)).body.settings.paused).toBe(false);
    await page.getByRole("button", { name: "More for this channel" }).click();
    await page.getByRole("menuitem", { name: "Delete channel" }).click();
    await runShown(page, "dialog");
    expect((await call("GET", path)).status).toBe(404);
  },
  LONG_MS,
);

/** Runs a command that one of the buttons shows: list, detail and what is in it, from 0; or that of a dialog. */
async function runShown(page: Page, at: number | "dialog", of = ""): Promise<void> {
  const button = { name: "As CLI or curl" };
  if (at === "dialog") await page.getByRole("dialog").getByRole("button", button).click();
  else await page.getByRole("button", button).nth(at).click();
  const sample = page.getByRole("region", { name: `${of}CLI`, exact: true });
  const line = (await sample.textContent()) ?? "";
  await keepScreenshot(page, "as-commands");
  if (of !== "") expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await sample.waitFor({ state: "detached" });
  expect(line).toStartWith("waypost ");
  const { url, key } = stage.daemon;
  const child = Bun.spawn(["sh", "-c", line.replace(/^waypost /, '"$@" '), "sh", ...cliCommand([])], {
    env: cliEnvironment(home, { WAYPOST_URL: url, WAYPOST_API_KEY: key }),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [, error, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect([line, code, error]).toEqual([line, 0, expect.any(String)]);
}
