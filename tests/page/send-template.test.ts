/** A template in the form that sends messages: chosen among those that can be sent, and filled. */
import { expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const { appId, appSecret } = SANDBOX_DEFAULTS;
const stage = pageStage(ownDaemon({ config: { appId, appSecret } }));
const HOSTILE = `<img src=x onerror=alert(1)> {{table}}`;
const TEMPLATE = {
  ...{ name: "table_ready", language: "en_US", category: "UTILITY", parameter_format: "NAMED" },
  components: [
    { type: "HEADER", format: "IMAGE" },
    {
      type: "BODY",
      text: "Hello {{guest}}, table {{table}} is yours.",
      example: {
        body_text_named_params: [
          { param_name: "guest", example: "Ada" },
          { param_name: "table", example: "4" },
        ],
      },
    },
    {
      type: "BUTTONS",
      buttons: [
        {
          ...{ type: "URL", text: "See the menu", url: "https://example.com/{{1}}" },
          example: ["https://example.com/today"],
        },
        { type: "QUICK_REPLY", text: "We come later" },
      ],
    },
  ],
};

test.skipIf(NO_CHROMIUM)("without a template that can be sent, the way to one is shown", async () => {
  const page = await stage.open("/messages/new?type=template", { width: "narrow" });
  await page.getByText("This number has no approved template.").waitFor();
  await keepScreenshot(page, "send-template-none");
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Go to the templates" }).click();
  await page.waitForURL("**/templates");
});

test.skipIf(NO_CHROMIUM)("a template is chosen, filled, previewed, sent, and sent again", async () => {
  await approve();
  const page = await stage.open("/messages/new?type=template");
  const form = page.getByRole("region", { name: "Send a message" });
  await form.getByRole("textbox", { name: "To", exact: true }).fill("+1 415 555 0171");
  await form.getByRole("button", { name: /^Choose a template/ }).click();
  await page.getByRole("option", { name: "table_ready (en_US)" }).click();
  await form.getByLabel("{{table}}", { exact: true }).fill("7");
  await form.getByRole("button", { name: "Send a message" }).click();
  await form.getByRole("alert").waitFor();
  await form.getByLabel("{{guest}}", { exact: true }).fill(HOSTILE);
  const picture = await page.screenshot({ type: "jpeg", clip: { x: 0, y: 0, width: 100, height: 100 } });
  await form
    .getByLabel("File of the header", { exact: true })
    .setInputFiles({ name: "table.jpg", mimeType: "image/jpeg", buffer: picture });
  await form.getByRole("button", { name: "Take table.jpg out" }).waitFor();
  await form.getByLabel("End of the link of “See the menu”").fill("today");
  await form.getByLabel("What “We come later” returns").fill("later");
  const phone = form.getByRole("figure", { name: "As a phone shows it" });
  await phone.getByText(`Hello ${HOSTILE}, table 7 is yours.`).waitFor();
  await phone.locator("img").scrollIntoViewIfNeeded();
  const image = phone.locator("img");
  await until(async () => (await image.evaluate((one) => Reflect.get(one, "naturalWidth"))) === 100);
  await keepScreenshot(page, "send-template");
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole("button", { name: "Send a message" }).click();
  await page.getByRole("region", { name: "+14155550171" }).getByText("Read", { exact: true }).waitFor();
  const { body } = await stage.daemon.call("GET", "/v1/messages?to=14155550171");
  const [message] = body.data;
  expect(message.content.template.components).toMatchObject([
    { type: "header", parameters: [{ type: "image" }] },
    {
      type: "body",
      parameters: [
        { type: "text", text: HOSTILE, parameter_name: "guest" },
        { type: "text", text: "7", parameter_name: "table" },
      ],
    },
    { type: "button", sub_type: "url", index: "0", parameters: [{ type: "text", text: "today" }] },
    { type: "button", sub_type: "quick_reply", index: "1", parameters: [{ payload: "later" }] },
  ]);
  await page.goto(`${stage.daemon.url}/messages/new?again=${message.id}`);
  await until(async () => (await form.getByLabel("{{guest}}", { exact: true }).inputValue()) === HOSTILE);
  await form.getByRole("button", { name: "Take table.jpg out" }).waitFor();
  await form.getByText("Write all its parts").click();
  await form.getByRole("button", { name: "Add components" }).waitFor();
});

test.skipIf(NO_CHROMIUM)("a template of codes has one code, for its text and its button", async () => {
  await submit({
    ...{ name: "login_code", language: "en_US", category: "AUTHENTICATION" },
    components: [
      { type: "BODY", add_security_recommendation: true },
      { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] },
    ],
  });
  const page = await stage.open("/messages/new?type=template&to=14155550172");
  const form = page.getByRole("region", { name: "Send a message" });
  await form.getByRole("button", { name: /^Choose a template/ }).click();
  await page.getByRole("option", { name: "login_code (en_US)" }).click();
  await form.getByLabel("Code", { exact: true }).fill("471100");
  await form.getByRole("button", { name: "Send a message" }).click();
  await page.getByRole("region", { name: "+14155550172" }).getByText("Read", { exact: true }).waitFor();
  const { body } = await stage.daemon.call("GET", "/v1/messages?to=14155550172");
  expect(body.data[0].content.template.components).toMatchObject([
    { type: "body", parameters: [{ text: "471100" }] },
    { type: "button", sub_type: "url", index: "0", parameters: [{ text: "471100" }] },
  ]);
});

/** Has the template approved, as the sandbox does at once. */
async function approve(): Promise<void> {
  const { url, key } = stage.daemon;
  const picture = await fetch(`${url}/v1/media`, {
    method: "POST",
    headers: { "x-api-key": key, "content-disposition": 'attachment; filename="example.png"' },
    body: PIXEL,
  });
  const { id: media_id } = (await picture.json()) as { id: string };
  const [header, ...rest] = TEMPLATE.components;
  const components = [{ ...header, example: { media_id } }, ...rest];
  expect(picture.status).toBe(201);
  await submit({ ...TEMPLATE, components });
}

async function submit(template: object): Promise<void> {
  const { call, channelId } = stage.daemon;
  const made = await call("POST", "/v1/templates", { channel_id: channelId, ...template });
  const submitted = await call("POST", `/v1/templates/${made.body.id}/submit`);
  expect([made.status, submitted.status]).toEqual([201, 202]);
  await until(async () => (await call("GET", `/v1/templates/${made.body.id}`)).body.status === "approved");
}

/** One transparent pixel, as PNG. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
