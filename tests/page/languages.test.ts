/** The page in other languages: chosen by the browser or on the page, loaded alone, and mirrored where one reads from the right. */
import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { directionOf, LANGUAGE_NAMES, type Language, textsIn } from "../../daemon/page/languages/texts.ts";
import { LONG_MS } from "../support/long.ts";
import { inboxSite } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, visit } from "./stage.ts";

const { stage, daemon, hear } = inboxSite();
let conversation = "";
beforeAll(async () => {
  conversation = await hear({ from: "14155570811", body: "Is it ready?", name: "Ada Lovelace" });
  await daemon.call("POST", "/v1/messages", {
    ...{ channel_id: daemon.channelId, to: "14155570811", type: "text", content: { text: "Almost." } },
  });
});

const languages = LANGUAGE_NAMES.map(({ code }) => code).filter((code) => code !== "en");
/** Those that people use most. */
const views = () => [
  ...["/", `/inbox/${conversation}`, "/contacts", "/broadcasts", "/templates", "/costs"],
  ...[`/channels/${daemon.channelId}`, "/webhooks", "/messages", "/settings/keys", "/settings/account"],
];

/** Whether something is cut off at a side. */
const isTooWide = (page: Page) =>
  page.evaluate<boolean>("document.documentElement.scrollWidth > document.documentElement.clientWidth");

const title = async (language: Language) => (await textsIn(language)).WORDS.overview;

test.skipIf(NO_CHROMIUM)("the browser's language is spoken, and no other is loaded", async () => {
  const page = await stage.open("/", { locale: "pt-PT" });
  const loaded = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => name)",
  );
  await page.getByRole("heading", { level: 1, name: await title("pt-BR") }).waitFor();
  expect(loaded.filter((name) => /\/page\/(en|de|es)-/.test(name))).toEqual([]);
  expect(await page.evaluate<string>("document.documentElement.lang")).toBe("pt-BR");
});

test.skipIf(NO_CHROMIUM)("another language is chosen for the account's browser, and stays", async () => {
  const page = await stage.open("/settings/account");
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("option", { name: "Português (Brasil)" }).click();
  const { ACCOUNT } = await textsIn("pt-BR");
  await page.getByRole("heading", { name: ACCOUNT.title }).waitFor();
  await page.goto(`${daemon.url}/`);
  await page.getByRole("heading", { level: 1, name: await title("pt-BR") }).waitFor();
});

test.skipIf(NO_CHROMIUM)("the roles of users are said in that language", async () => {
  const page = await stage.open("/settings/users", { locale: "pt-BR" });
  const { STATES } = await textsIn("pt-BR");
  await page
    .getByRole("cell", { name: STATES.owner ?? "", exact: true })
    .first()
    .waitFor();
});

test.skipIf(NO_CHROMIUM)("what the API refuses is said in that language, and in its own words", async () => {
  const page = await stage.open("/login", { as: null, locale: "pt-BR" });
  const { PROBLEMS, WORDS } = await textsIn("pt-BR");
  await page.getByLabel(WORDS.email).fill("nobody@example.com");
  await page.getByLabel(WORDS.password).fill("a wrong password");
  await page.keyboard.press("Enter");
  await page
    .getByRole("alert")
    .getByText(PROBLEMS.unauthorized ?? "")
    .waitFor();
});

/** Texts are cut off on a phone first; what is mirrored is looked at on a wide screen, too. */
const screens = languages.flatMap((language) =>
  (directionOf(language) === "rtl" ? (["narrow", "wide"] as const) : (["narrow"] as const)).map((width) => ({
    language,
    width,
  })),
);

for (const { language, width } of screens)
  test.skipIf(NO_CHROMIUM)(
    `${language}, ${width}: nothing is cut off in the most used views, and axe finds nothing`,
    async () => {
      const page = await stage.open("/", { locale: language, width });
      const { loading } = (await textsIn(language)).WORDS;
      for (const path of views()) {
        await visit(page, path, loading);
        expect([path, await isTooWide(page)]).toEqual([path, false]);
        if (path === "/") expect(await accessibilityFaults(page)).toEqual([]);
        await keepScreenshot(page, `${language}-${width}-${path.split("/")[1] || "overview"}`);
      }
    },
    LONG_MS,
  );
