/** The commands that stand beside changes do the same: each is read from the page and run, in a real shell. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { defineTemplate, makeTagged } from "../broadcasts/support.ts";
import { cliCommand, cliEnvironment, newHome } from "../cli/run-cli.ts";
import { receive } from "../inbound/support.ts";
import { LONG_MS } from "../support/long.ts";
import { choose, more } from "./broadcasts-support.ts";
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
  "of a broadcast: the draft, its changes, pausing and its end",
  async () => {
    const { call } = stage.daemon;
    await defineTemplate(stage.daemon);
    await makeTagged(stage.daemon, TAG, 50, "1415750");
    const page = await stage.open("/broadcasts?template=spring_menu");
    const form = page.getByRole("dialog");
    await form.getByLabel("Name", { exact: true }).fill(TAG);
    await form.getByLabel("{{1}}: text").fill(`a=${TAG}`);
    await choose(page, /Send to$/, "Contacts by their tags");
    await form.getByLabel("With any of these tags").fill(TAG);
    await form.getByText("When, how fast, and how much").click();
    await form.getByText("Only within certain hours").click();
    await form.getByText("Monday").click();
    await form.getByLabel("Messages a second").fill("1");
    await form.getByText("At most", { exact: true }).click();
    await form.getByLabel("People").fill("40");
    await runShown(page, "dialog");
    const [draft] = (await call("GET", "/v1/broadcasts")).body.data;
    expect(draft).toMatchObject({
      ...{ name: TAG, rate_per_second: 1, limit: { people: 40 }, audience: { tags: { any: [TAG] } } },
      window: { from: "09:00", to: "18:00", days: ["mon"] },
      template: { name: "spring_menu", parameters: { body: [`a=${TAG}`] } },
    });

    const path = `/v1/broadcasts/${draft.id}`;
    await page.goto(`${stage.daemon.url}/broadcasts/${draft.id}`);
    await more(page, "Edit draft");
    await form.getByText("Only within certain hours").click();
    await form.getByLabel("People").fill("");
    await form.getByLabel("{{1}}: text").fill("there");
    await runShown(page, "dialog");
    const parameters = { body: ["there"] };
    expect((await call("GET", path)).body).toMatchObject({
      ...{ name: TAG, rate_per_second: 1, window: null, limit: null, template: { parameters } },
    });

    await page.reload();
    await page.getByRole("button", { name: "Start broadcast" }).click();
    await form.getByText("50 of 50 people get it").waitFor();
    await runShown(page, "dialog");
    await page.reload();
    const status = page.getByRole("region", { name: TAG });
    await status.getByText("running", { exact: true }).waitFor();
    await runShown(page, 1, "Pause: ");
    await status.getByText("paused", { exact: true }).waitFor();
    await runShown(page, 1, "Resume: ");
    await page.getByRole("button", { name: "Stop broadcast" }).click();
    await runShown(page, "dialog");
    expect((await call("GET", path)).body.status).toBe("cancelled");
  },
  LONG_MS,
);

test.skipIf(NO_CHROMIUM)(
  "of a conversation: answers of each kind, notes, and what is done with it",
  async () => {
    const { call } = stage.daemon;
    const message = { type: "text", text: { body: "Hello?" } };
    const { conversation_id: id } = await receive(stage.daemon, {
      from: "14155550182",
      name: "Ada",
      message,
    });
    const path = `/v1/conversations/${id}`;
    const newest = async () => (await call("GET", `/v1/messages?conversation_id=${id}&limit=1`)).body.data[0];
    const page = await stage.open(`/inbox/${id}?person=hidden`);
    const box = page.getByRole("textbox", { name: "Answer" });
    await box.fill(`- ${TAG}`);
    await page.getByRole("button", { name: "Quote it in your answer" }).click();
    await runShown(page, 2);
    expect(await newest()).toMatchObject({ type: "text", content: { body: `- ${TAG}`, reply_to: {} } });

    await page.getByRole("button", { name: "Send later" }).click();
    await page.getByRole("menuitem", { name: "Choose date and time" }).click();
    await runShown(page, "dialog");
    expect((await newest()).scheduled_at).not.toBeNull();
    await page.keyboard.press("Escape");

    const file = join(home, "it's a menu.png");
    await page.screenshot({ path: file, clip: { x: 0, y: 0, width: 40, height: 30 } });
    await page.getByLabel("Attach files").last().setInputFiles(file);
    await page.getByText("it's a menu.png", { exact: true }).waitFor();
    await runShown(page, 2);
    expect(await newest()).toMatchObject({ type: "image", content: { caption: `- ${TAG}` } });

    await page.getByRole("button", { name: "Note", exact: true }).click();
    await page.getByRole("textbox", { name: "Note" }).fill(`- ${TAG}`);
    await runShown(page, 2);
    expect((await call("GET", `${path}/notes`)).body.data).toMatchObject([{ body: `- ${TAG}` }]);

    await runShown(page, 1, "Assign to me: ");
    expect((await call("GET", path)).body.assignee_id).not.toBeNull();
    await page.getByRole("button", { name: "More about this conversation" }).click();
    await page.getByRole("menuitem", { name: /Snooze/ }).click();
    await runShown(page, "dialog");
    expect((await call("GET", path)).body.status).toBe("snoozed");
    await page.keyboard.press("Escape");
    await page.keyboard.press("t");
    await page.getByRole("dialog").getByLabel("Tag", { exact: true }).fill(TAG);
    await runShown(page, "dialog");
    expect((await call("GET", path)).body.tags).toEqual([TAG]);
  },
  LONG_MS,
);

// the last one: there is no channel after it
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

/** Runs a command that one of the buttons shows, in a folder of its own: list, detail and what is in it, from 0; or that of a dialog. */
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
    cwd: home,
    env: cliEnvironment(home, { WAYPOST_URL: url, WAYPOST_API_KEY: key }),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [, error, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect([line, code, error]).toEqual([line, 0, expect.any(String)]);
}
