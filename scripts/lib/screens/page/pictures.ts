/** The pictures of the page: what it shows while things happen, light and dark, and on a phone. */
import { type Browser, chromium, type Page } from "playwright-core";
import { findChromium } from "../../system-program.ts";
import type { Stage } from "../stage.ts";
import { happen } from "./happenings.ts";

const WIDE = { width: 1280, height: 760 };
const PHONE = { width: 390, height: 760 };

type Look = { stage: Stage; browser: Browser; keep: (name: string, png: Uint8Array) => Promise<void> };

/** Takes them one after another; `keep` gets each with its file's name. Throws where there is no Chromium. */
export async function takePagePictures(stage: Stage, keep: Look["keep"]): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === null)
    throw new Error("there is no chromium: install it, or name it in CHROMIUM_PATH");
  const { broadcastId, messageId, unpairedId, conversationId } = await happen(stage);
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  const look = { stage, browser, keep };
  try {
    await picture(look, "page-broadcast.png", WIDE, "light", async (page) => {
      await page.goto(`${stage.url}/broadcasts/${broadcastId}`);
      await page.getByText(/^[1-9]\d+ of \d+ people done/).waitFor();
    });
    for (const [name, size] of [
      ["page-inbox.png", WIDE],
      ["page-inbox-phone.png", PHONE],
    ] as const)
      await picture(look, name, size, "light", async (page) => {
        await page.goto(`${stage.url}/inbox/${conversationId}?unanswered=true`);
        await page.getByRole("log").getByText("At eight, for four").waitFor();
        await page.getByRole("textbox", { name: "Answer" }).fill("At eight it is. Until");
      });
    await picture(look, "page-message.png", WIDE, "dark", async (page) => {
      await page.goto(`${stage.url}/messages/${messageId}`);
      await page.getByRole("region", { name: "What happened to it" }).getByText("Read").waitFor();
    });
    await picture(look, "page-pair-phone.png", PHONE, "light", async (page) => {
      await page.goto(`${stage.url}/channels/${unpairedId}`);
      await page.getByLabel("Phone number, with its country code").fill("+1 555 701 0009");
      await page.getByRole("button", { name: "Get a code" }).click();
      await page.getByText(/^\w{4}-\w{4}$/).waitFor();
    });
    for (const scheme of ["light", "dark"] as const)
      await picture(look, `page-overview-${scheme}.png`, WIDE, scheme, async (page) => {
        await page
          .getByRole("region", { name: "Messages a minute" })
          .getByText(/^[1-9]/)
          .first()
          .waitFor();
        await page.locator("canvas").first().waitFor();
      });
  } finally {
    await browser.close();
  }
}

async function picture(
  { stage, browser, keep }: Look,
  name: string,
  viewport: typeof WIDE,
  colorScheme: "light" | "dark",
  show: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  const { url } = await stage.call<{ url: string }>("POST", "/v1/auth/links");
  await page.goto(url);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await show(page);
  await keep(name, await page.screenshot());
  await context.close();
}
