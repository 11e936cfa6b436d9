/** Quick replies on the page: found, created, changed and deleted, by those who may send. */
import { beforeEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { cliCommand, cliEnvironment, newHome } from "../cli/run-cli.ts";
import { receive } from "../inbound/support.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const { daemon } = stage;
const home = newHome();
const PATH = "/settings/quick-replies";
const CLIP = { x: 0, y: 0, width: 40, height: 30 };
const HOSTILE = `<img src=x onerror=alert(1)> $(id) "'`;

const all = async () => (await daemon.call("GET", "/v1/quick_replies")).body.data;

async function keep(shortcut: string, rest: object = {}): Promise<string> {
  const reply = { shortcut, body: "Yes.", ...rest };
  const { status, body } = await daemon.call("POST", "/v1/quick_replies", reply);
  expect(status).toBe(201);
  return body.id;
}

beforeEach(async () => {
  if (NO_CHROMIUM) return;
  for (const { id } of await all()) await daemon.call("DELETE", `/v1/quick_replies/${id}`);
});

test.skipIf(NO_CHROMIUM)(
  "one is created from the empty list; what is wrong stands at its field",
  async () => {
    const page = await stage.open(PATH);
    await page.getByText("No quick reply yet").waitFor();
    await keepScreenshot(page, "quick-replies-empty");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Create quick reply" }).first().click();
    const form = page.getByRole("dialog", { name: "Create quick reply" });
    await form.getByLabel("Shortcut").fill("/Hours");
    await form.getByLabel("Text", { exact: true }).fill("Hello {{nickname}},");
    const send = form.getByRole("button", { name: "Create quick reply" });
    await send.click();
    await form.getByText("there is no field {{nickname}}").first().waitFor();
    expect(await form.getByLabel("Text", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await form.getByLabel("Text", { exact: true }).fill(`Hello {{first_name|there}},\n${HOSTILE}`);
    await form.getByText("Sandbox", { exact: true }).click();
    const picture = {
      name: "menu.png",
      mimeType: "image/png",
      buffer: await page.screenshot({ clip: CLIP }),
    };
    await form.getByLabel("File", { exact: true }).setInputFiles(picture);
    await form.getByRole("button", { name: "Take menu.png out" }).waitFor();
    await keepScreenshot(page, "quick-replies-form");
    expect(await accessibilityFaults(page)).toEqual([]);
    await send.click();
    const detail = page.getByRole("region", { name: "/hours" });
    await detail.getByText(HOSTILE).waitFor();
    await detail.getByRole("img", { name: "menu.png" }).waitFor();
    await form.waitFor({ state: "detached" });
    await keepScreenshot(page, "quick-replies-detail");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await all()).toMatchObject([
      { shortcut: "hours", channel_ids: [daemon.channelId], body: `Hello {{first_name|there}},\n${HOSTILE}` },
    ]);
    // choosing it puts its text and its file into the box
    const { conversation_id } = await receive(daemon, { from: "14155566002", name: "Ada", kind: "text" });
    await page.goto(`${daemon.url}/inbox/${conversation_id}`);
    const answer = page.getByRole("textbox", { name: "Answer" });
    await answer.fill("/ho");
    await page.getByRole("option", { name: /\/hours.*with a file/ }).waitFor();
    await answer.press("Enter");
    const attached = page.getByRole("list", { name: "Attached files" }).getByRole("listitem");
    await attached.filter({ hasText: "menu.png" }).locator("img").waitFor();
    expect(await answer.inputValue()).toBe(`Hello Ada,\n${HOSTILE}`);
    await keepScreenshot(page, "quick-replies-in-box");
    // refused for its words, the file is still there
    await answer.fill("x".repeat(1025));
    await answer.press("Enter");
    await attached.getByRole("button", { name: "Send menu.png to the daemon again" }).click();
    expect(await attached.getByRole("progressbar").count()).toBe(0);
    await answer.fill(`Hello Ada,\n${HOSTILE}`);
    await answer.press("Enter");
    const [{ media_id }] = await all();
    const newest = async () =>
      (await daemon.call("GET", `/v1/messages?conversation_id=${conversation_id}`)).body.data[0];
    await until(async () => (await newest()).type === "image");
    expect((await newest()).content).toMatchObject({ media_id, caption: `Hello Ada,\n${HOSTILE}` });
    // a slash that finds nothing leads to them
    await answer.fill("/nothing");
    await page.getByRole("link", { name: "See and create quick replies" }).click();
    await page.getByRole("link", { name: "/hours" }).waitFor();
    await page.goBack();
    expect(await answer.inputValue()).toBe("/nothing");
  },
);

test.skipIf(NO_CHROMIUM)("they are found by words and by channel, as the address says", async () => {
  await keep("hours", { title: "When we are open" });
  await keep("way", { body: "By tram 5.", channel_ids: [daemon.channelId] });
  const page = await stage.open(`${PATH}?q=tram`);
  await page.getByRole("link", { name: "/way" }).waitFor();
  expect(await page.getByRole("link", { name: "/hours" }).count()).toBe(0);
  await page.getByLabel("Search", { exact: true }).fill("open");
  await page.getByRole("link", { name: "/hours" }).waitFor();
  await page.waitForURL("**?q=open");
  await page.getByLabel("Search", { exact: true }).fill("nothing has this");
  await page.getByText("No quick reply matches").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("link", { name: "/way" }).waitFor();
  await page.getByRole("button", { name: /Channel/ }).click();
  await page.getByRole("option", { name: "Sandbox", exact: true }).click();
  await page.waitForURL(`**?channel_id=${daemon.channelId}`);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.skipIf(NO_CHROMIUM)(
  "one is changed and deleted, and a shortcut that is taken stays another's",
  async () => {
    await keep("way");
    const id = await keep("hours", { title: HOSTILE });
    const page = await stage.open(`${PATH}/${id}`, { as: "agent", width: "narrow" });
    await page.getByRole("heading", { name: "/hours" }).waitFor();
    await page.keyboard.press("e");
    const form = page.getByRole("dialog", { name: "Edit quick reply" });
    await form.getByLabel("Shortcut").fill("way");
    await form.getByRole("button", { name: "Save quick reply" }).click();
    await form.getByText("there is a quick reply way already").first().waitFor();
    await form.getByLabel("Shortcut").fill("open");
    await form.getByLabel("Title").fill("");
    await form.getByRole("button", { name: "Save quick reply" }).click();
    await page.getByRole("heading", { name: "/open" }).waitFor();
    expect((await daemon.call("GET", `/v1/quick_replies/${id}`)).body).toMatchObject({
      ...{ shortcut: "open", title: "open", body: "Yes.", channel_ids: null },
    });
    await keepScreenshot(page, "quick-replies-narrow");
    expect(await accessibilityFaults(page)).toEqual([]);
    await pressDelete(page);
    await page.getByRole("dialog").getByRole("button", { name: "Delete quick reply" }).click();
    await page.getByText("Quick reply deleted").waitFor();
    await page.getByRole("link", { name: "/way" }).waitFor();
    await page.getByRole("link", { name: "/open" }).waitFor({ state: "detached" });
    expect((await all()).map(({ shortcut }: { shortcut: string }) => shortcut)).toEqual(["way"]);
  },
);

test.skipIf(NO_CHROMIUM)("who may only read sees them, and nothing that changes them", async () => {
  const id = await keep("hours", { channel_ids: [daemon.channelId] });
  const page = await stage.open(`${PATH}/${id}`, { as: "viewer" });
  const detail = page.getByRole("region", { name: "/hours" });
  await detail.getByText("Sandbox").waitFor();
  expect(await page.getByRole("button", { name: /(Create|Edit) quick reply|More for/ }).count()).toBe(0);
});

test.skipIf(NO_CHROMIUM)(
  "the commands that stand beside them do the same",
  async () => {
    const page = await stage.open(PATH);
    await page.getByRole("button", { name: "Create quick reply" }).first().click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Shortcut").fill("-hours");
    await form.getByLabel("Title").fill(HOSTILE);
    await form.getByLabel("Text", { exact: true }).fill(`- ${HOSTILE}`);
    await form.getByText("Sandbox", { exact: true }).click();
    await runShown(page);
    const [made] = await all();
    const texts = { title: HOSTILE, body: `- ${HOSTILE}`, channel_ids: [daemon.channelId] };
    expect(made).toMatchObject({ shortcut: "-hours", ...texts });
    await page.goto(`${daemon.url}${PATH}/${made.id}`);
    await page.getByRole("button", { name: "Edit quick reply" }).click();
    await form.getByText("All channels", { exact: true }).click();
    await form.getByLabel("Title").fill("- Open");
    await runShown(page);
    expect(await all()).toMatchObject([{ title: "- Open", body: `- ${HOSTILE}`, channel_ids: null }]);
    await page.reload();
    await pressDelete(page);
    await runShown(page);
    expect(await all()).toEqual([]);
  },
  LONG_MS,
);

test.skipIf(NO_CHROMIUM)(
  "a file is looked through before it is taken, and what is refused says why",
  async () => {
    await keep("hours", { body: "From 9 to 22." });
    const page = await stage.open(PATH, { as: "agent" });
    await page.getByRole("button", { name: "Import quick replies" }).click();
    const form = page.getByRole("dialog", { name: "Import quick replies" });
    const take = (name: string, text: string) =>
      form
        .getByLabel("File", { exact: true })
        .setInputFiles({ name, mimeType: "", buffer: Buffer.from(text) });
    await take("empty.json", "[]");
    await form.getByText("there is no quick reply in it").waitFor();
    expect(await form.getByRole("button", { name: "Import quick replies" }).isDisabled()).toBe(true);
    await form.getByRole("button", { name: "Take empty.json out" }).click();
    await take(
      "it's.csv",
      `shortcut,body\nhours,From 9 to 23.\nnew,"${HOSTILE.replaceAll('"', '""')}"\nbad,{{nme}}\n`,
    );
    const steps = form.getByRole("list", { name: "What becomes of them" });
    await steps.getByText("there is no field {{nme}}").waitFor();
    expect(await steps.getByRole("listitem").allInnerTexts()).toMatchObject([
      expect.stringMatching(/^\/hours\s+changed/),
      expect.stringMatching(/^\/new\s+created/),
      expect.stringMatching(/^\/bad\s+refused/),
    ]);
    await keepScreenshot(page, "quick-replies-import");
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await all()).toHaveLength(1);
    await form.getByRole("button", { name: "Import quick replies" }).click();
    await page.getByText("2 imported").waitFor();
    await page.getByRole("link", { name: "/new" }).waitFor();
    expect(await all()).toMatchObject([
      { shortcut: "hours", body: "From 9 to 23." },
      { shortcut: "new", body: HOSTILE },
    ]);
  },
  LONG_MS,
);

async function pressDelete(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More for this quick reply" }).click();
  await page.getByRole("menuitem", { name: "Delete quick reply" }).click();
}

/** Runs the command that a dialog shows, in a shell. */
async function runShown(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: "As CLI or curl" }).click();
  const sample = page.getByRole("region", { name: "CLI", exact: true });
  const line = (await sample.textContent()) ?? "";
  await page.keyboard.press("Escape");
  await sample.waitFor({ state: "detached" });
  expect(line).toStartWith("waypost ");
  const child = Bun.spawn(["sh", "-c", line.replace(/^waypost /, '"$@" '), "sh", ...cliCommand([])], {
    env: cliEnvironment(home, { WAYPOST_URL: daemon.url, WAYPOST_API_KEY: daemon.key }),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [, error, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect([line, code, error]).toEqual([line, 0, expect.any(String)]);
}
