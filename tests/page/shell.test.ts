/** What is around every view: navigation, keys, and what one may see. */
import { expect, test } from "bun:test";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();

test.skipIf(NO_CHROMIUM)(
  "an address that leads nowhere says so, and leads back, where keys help",
  async () => {
    const page = await stage.open("/nothing/here");
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
    await page.getByRole("link", { name: "Go to the overview" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();

    await page.getByRole("button", { name: "As CLI or curl" }).click();
    await page.getByText("waypost top").waitFor();
    await page.getByText(`curl "$WAYPOST_URL"/v1/overview`).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Copy CLI" }).click();
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe("waypost top");
    await page.keyboard.press("Escape");
    await page.getByText("waypost top").waitFor({ state: "detached" });

    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keys" });
    await help.getByText("Find views, people and conversations").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });

    const made = { name: "<img src=x onerror=alert(1)> Byron", phone_number: "+14155550177" };
    expect((await stage.daemon.call("POST", "/v1/contacts", made)).status).toBe(201);
    await page.keyboard.press("Control+k");
    const field = page.getByRole("searchbox", { name: "Find views, people and conversations" });
    await field.fill("acc");
    await page.getByRole("menuitem", { name: "Your account" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, "palette");
    await field.fill("Byron");
    await page.getByRole("menuitem", { name: "<img src=x onerror=alert(1)> Byron" }).waitFor();
    await field.fill("acc");
    await page.getByRole("menuitem", { name: "Your account" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Your account" }).waitFor();
  },
);

test.skipIf(NO_CHROMIUM)("on a phone, the views are a thumb away", async () => {
  const page = await stage.open("/", { width: "narrow" });
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.getByRole("button", { name: "More" }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "navigation-phone");
  await page.getByLabel("Navigation", { exact: true }).getByRole("link", { name: "Your account" }).click();
  await page.getByRole("heading", { name: "Your account" }).waitFor();
  const width = await page.evaluate<number>("document.documentElement.scrollWidth");
  expect(width).toBeLessThanOrEqual(390);
});

test.skipIf(NO_CHROMIUM)(
  "all views fit a screen of 760 px; settings unfold, and are open where one is",
  async () => {
    const page = await stage.open("/");
    await page.setViewportSize({ width: 1280, height: 760 });
    const links = page.getByLabel("Navigation", { exact: true }).getByRole("link");
    await links.first().waitFor();
    const hidden = "const [nav] = document.getElementsByTagName('nav'); nav.scrollHeight - nav.clientHeight";
    expect(await page.evaluate<number>(hidden)).toBe(0);
    await page.getByRole("button", { name: "Settings", expanded: false }).click();
    await links.filter({ hasText: "Audit log" }).click();
    await page.getByRole("heading", { name: "Audit log" }).waitFor();
    await page.reload();
    await links.filter({ hasText: "Audit log" }).and(page.locator("[aria-current=page]")).waitFor();
    expect(await links.last().textContent()).toBe("Your account");
  },
);

test.skipIf(NO_CHROMIUM)("the first stop of the keyboard leads past the navigation", async () => {
  const page = await stage.open("/");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate<string | undefined>("document.activeElement?.id")).toBe("main");
});
