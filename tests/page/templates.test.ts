import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { until } from "../support/until.ts";
import { definition } from "../templates/support.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const HOSTILE = `<img src=x onerror=alert(1)> "quoted" {{1}} javascript:alert(1) done`;

async function create(name: string, more: Record<string, unknown> = {}): Promise<string> {
  const body = { channel_id: stage.daemon.channelId, ...definition(name, more) };
  const made = await stage.daemon.call("POST", "/v1/templates", body);
  expect(made.status).toBe(201);
  return made.body.id;
}

test.skipIf(NO_CHROMIUM)(
  "a template is written, judged while it is, created, submitted and approved",
  async () => {
    const page = await stage.open("/templates");
    await page.getByText("No template yet").waitFor();
    await keepScreenshot(page, "templates-empty");
    await page.getByRole("button", { name: "Create template" }).click();
    const form = page.getByRole("dialog", { name: "Create template" });
    const problems = form.getByRole("region", { name: "What WhatsApp would refuse" });
    await problems.getByText("/components/0/text required").waitFor();
    await form.getByRole("textbox", { name: "Name" }).fill("order ready");
    await form.getByText("1 to 512 of a-z, 0-9 and _").first().waitFor();
    await form.getByRole("textbox", { name: "Name" }).fill("order_ready");
    await form.getByRole("button", { name: /^None Header/ }).click();
    await page.getByRole("option", { name: "Text" }).click();
    await form.getByRole("textbox", { name: "Header text" }).fill("Your order");
    await form.getByRole("textbox", { name: "Body" }).fill("Hello {{1}}, your order {{2}} is ready");
    await problems.getByText("each example is a text that is not empty").waitFor();
    await form.getByLabel("Example of {{1}}").fill("Ada");
    await form.getByLabel("Example of {{2}}").fill("4711");
    await form.getByRole("textbox", { name: "Footer" }).fill("Blue Door Café");
    await form.getByRole("button", { name: "Add button" }).click();
    await form.getByLabel("Text of button 1").fill("Thanks");
    await problems.getByText("Nothing that WhatsApp would refuse").waitFor();
    const phone = form.getByRole("figure", { name: "As a phone shows it" });
    for (const text of ["Your order", "Hello {{1}}, your order {{2}} is ready", "Blue Door Café", "Thanks"])
      await phone.getByText(text, { exact: true }).waitFor();
    await keepScreenshot(page, "templates-form");
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole("button", { name: "Create template" }).click();
    await page.getByRole("heading", { name: "order_ready" }).waitFor();
    await page.getByRole("button", { name: "Submit for approval" }).click();
    const detail = page.getByRole("region", { name: "order_ready" });
    await detail.getByText("approved", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Submit for approval" }).count()).toBe(0);
    await keepScreenshot(page, "templates-detail");
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);

test.skipIf(NO_CHROMIUM)(
  "a rejection is explained, and what is changed then is submitted again",
  async () => {
    const id = await create("please_reject");
    await stage.daemon.call("POST", `/v1/templates/${id}/submit`);
    const page = await stage.open(`/templates/${id}?name=please_reject`, { width: "narrow" });
    const why = page.getByRole("region", { name: "Why it can't be sent" });
    await why.getByText("INVALID_FORMAT").waitFor();
    await why.getByText("Its variables, links or texts are not as WhatsApp wants them").waitFor();
    await keepScreenshot(page, "templates-rejected");
    expect(await accessibilityFaults(page)).toEqual([]);
    await choose(page, "Edit template");
    const form = page.getByRole("dialog", { name: "Edit template" });
    await form.getByRole("textbox", { name: "Body" }).fill("Simple words.");
    await keepScreenshot(page, "templates-form-narrow");
    await form.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { name: "Changes that are not submitted" }).waitFor();
    await page.getByText("Simple words.").waitFor();
    await page.getByRole("button", { name: "Submit for approval" }).click();
    await page
      .getByRole("heading", { name: "Changes that are not submitted" })
      .waitFor({ state: "detached" });
  },
);

test.skipIf(NO_CHROMIUM)(
  "templates are filtered by the address, read from WhatsApp and deleted",
  async () => {
    const id = await create("goes_away");
    const page = await stage.open("/templates?name=goes_away&status=draft");
    await page.getByRole("link", { name: "goes_away" }).waitFor();
    await page.getByRole("button", { name: "Status" }).click();
    await page.getByRole("option", { name: "approved" }).click();
    await page.getByText("No template matches").waitFor();
    expect(new URL(page.url()).search).toBe("?name=goes_away&status=approved");
    await page.goBack();
    await page.getByRole("button", { name: "Read from WhatsApp" }).click();
    await page.getByText(/Read from WhatsApp: \d+ new/).waitFor();
    await page.getByRole("link", { name: "goes_away" }).click();
    await choose(page, "Delete template");
    await page.getByRole("dialog").getByRole("button", { name: "Delete template" }).click();
    await page.getByText("Template deleted").waitFor();
    await until(async () => (await stage.daemon.call("GET", `/v1/templates/${id}`)).status === 404);
  },
);

test.skipIf(NO_CHROMIUM)(
  "what others wrote stays text, and who may only look finds nothing to change",
  async () => {
    const id = await create("hostile", {
      components: [
        { type: "HEADER", format: "TEXT", text: "<b>Header</b>" },
        { type: "BODY", text: HOSTILE, example: { body_text: [["<script>alert(1)</script>"]] } },
        { type: "FOOTER", text: "<i>Footer</i>" },
        { type: "BUTTONS", buttons: [{ type: "URL", text: "<u>Go</u>", url: "https://example.com/" }] },
      ],
    });
    const page = await stage.open(`/templates/${id}`, { as: "viewer" });
    for (const text of ["<b>Header</b>", "<i>Footer</i>", "<u>Go</u>"])
      await page.getByText(text, { exact: true }).waitFor();
    await page.getByText(HOSTILE).waitFor();
    for (const name of [
      "Create template",
      "Read from WhatsApp",
      "Submit for approval",
      "More for this template",
    ])
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: "More for this template" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}
