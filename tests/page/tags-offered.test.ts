/** Where a tag is typed, those in use are offered. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { inboxSite, thread } from "./inbox-site.ts";
import { accessibilityFaults, NO_CHROMIUM } from "./stage.ts";

const { stage, daemon, hear } = inboxSite();

async function newContact(names: string[]): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`;
  const { id } = (await daemon.call("POST", "/v1/contacts", { email })).body;
  if (names.length > 0) await daemon.call("POST", `/v1/contacts/${id}/tags`, { names });
  return id;
}
const offered = (page: Page, tag: string) =>
  page.locator(`datalist option[value="${tag}"]`).waitFor({ state: "attached" });

test.skipIf(NO_CHROMIUM)("a contact is offered those of contacts, with how many have each", async () => {
  await newContact(["wholesale"]);
  const page = await stage.open(`/contacts/${await newContact([])}`);
  const tag = page.locator("form").getByLabel("Tag", { exact: true });
  await tag.focus();
  await offered(page, "wholesale");
  expect(await page.locator("datalist option").first().getAttribute("label")).toBe("wholesale (1)");
  await tag.fill("wholesale");
  await tag.press("Enter");
  await page.getByRole("button", { name: "Remove tag wholesale" }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test.skipIf(NO_CHROMIUM)("a conversation is offered those of conversations", async () => {
  const [one, other] = [
    await hear({ from: "14155566901", body: "Hello" }),
    await hear({ from: "14155566902", body: "Hello" }),
  ];
  await daemon.call("POST", `/v1/conversations/${other}/tags`, { name: "complaint" });
  const page = await stage.open(`/inbox/${one}`);
  await thread(page).getByText("Hello").waitFor();
  await page.keyboard.press("t");
  await offered(page, "complaint");
});

test.skipIf(NO_CHROMIUM)("filters of lists and the audience of a broadcast offer them", async () => {
  await newContact(["nightly", "noon"]);
  const page = await stage.open("/contacts");
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/tags") && asked.push(request.url()));
  const filter = page.getByLabel("Tag", { exact: true });
  await filter.waitFor();
  expect(asked).toEqual([]);
  await filter.focus();
  await offered(page, "nightly");
  expect(asked).not.toEqual([]);
  await page.goto(new URL("/broadcasts", page.url()).href);
  await page.getByRole("button", { name: "Create broadcast" }).first().click();
  await page.getByRole("button", { name: /Send to$/ }).click();
  await page.getByRole("option", { name: /tags/i }).click();
  const names = page.getByLabel("With any of these tags");
  await names.fill("nightly, no");
  await page.locator("datalist option[value='nightly, noon']").first().waitFor({ state: "attached" });
  expect(await page.locator("datalist option[value='nightly, nightly']").count()).toBe(0);
});
