/** What holds for all contacts: the country of their numbers, and the words by which they stop messages. */
import { expect, test } from "bun:test";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const settings = async () => (await stage.daemon.call("GET", "/v1/settings/contacts")).body;

test.skipIf(NO_CHROMIUM)("it is renamed", async () => {
  const page = await stage.open("/settings/organization");
  await page.getByRole("textbox", { name: "Name" }).fill("Blue Door");
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByText("Renamed").waitFor();
  expect((await stage.daemon.call("GET", "/v1/settings/organization")).body.name).toBe("Blue Door");
});

test.skipIf(NO_CHROMIUM)("a country is found by its name, chosen, and taken out again", async () => {
  const page = await stage.open("/settings/organization");
  const country = page.getByRole("combobox", { name: "Country of phone numbers" });
  const save = page.getByRole("button", { name: "Save settings" });
  // its list closes when the page is scrolled
  await page.getByLabel("Audit log").waitFor();
  await country.scrollIntoViewIfNeeded();
  await country.fill("germ");
  await keepScreenshot(page, "organization-country");
  await page.getByRole("option", { name: "Germany" }).click();
  await save.click();
  await page.getByText("Settings saved").first().waitFor();
  expect((await settings()).default_country).toBe("DE");
  await country.fill("");
  await country.press("Tab");
  await save.click();
  await page.getByText("Settings saved").nth(1).waitFor();
  expect((await settings()).default_country).toBeNull();
});

test.skipIf(NO_CHROMIUM)(
  "words that stop messages are changed, refused at their language, and removed",
  async () => {
    const page = await stage.open("/settings/organization", { width: "narrow" });
    const save = page.getByRole("button", { name: "Save settings" });
    const german = page.getByRole("group").filter({ hasText: "German" });
    await german.getByText(/^German/).click();
    await german.getByLabel("Words that stop").fill("stopp, !!");
    await save.click();
    await german.getByText("a word needs a letter or a digit").waitFor();
    await keepScreenshot(page, "organization-phone");
    expect(await accessibilityFaults(page)).toEqual([]);
    await german.getByLabel("Words that stop").fill("stopp, Schluss jetzt");
    await german.getByLabel("Reply when messages stop").fill("");
    await page.getByText(/^Spanish/).click();
    await page.getByRole("button", { name: "Remove Spanish" }).click();
    // in sight, so that nothing scrolls while it is typed
    await page.getByRole("combobox", { name: "Add a language" }).click();
    await page.keyboard.type("Zulu");
    await page.getByRole("option", { name: "Zulu" }).click();
    await page.getByRole("group").filter({ hasText: "Zulu" }).getByLabel("Words that stop").fill("yima");
    await save.click();
    await page.getByText("Settings saved").waitFor();
    const { languages } = (await settings()).opt_out;
    expect(languages.de).toMatchObject({ stop: ["stopp", "Schluss jetzt"], stopped: null });
    expect(languages.zu).toEqual({ stop: ["yima"], start: [], stopped: null, started: null });
    expect(languages).not.toHaveProperty("es");
  },
);
