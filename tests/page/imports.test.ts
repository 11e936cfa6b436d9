/** Imports on the page: a file is looked at, imported and watched to its end, and what was wrong with it comes back. */
import { expect, test } from "bun:test";
import { xlsx } from "../imports/archives.ts";
import { importFile } from "../imports/support.ts";
import { LONG_MS } from "../support/long.ts";
import { button, choose, NEW_IMPORT, pick, wider } from "./imports-support.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage } from "./stage.ts";

const stage = pageStage();
const HOSTILE = `<img src=x onerror=alert(1)>`;

test.skipIf(NO_CHROMIUM)(
  "a file is looked at, mapped and imported, and its refused lines come back",
  async () => {
    const page = await stage.open("/contacts");
    await page.getByRole("navigation", { name: "Contacts" }).getByRole("link", { name: "Imports" }).click();
    await page.getByText("No import yet").waitFor();
    await keepScreenshot(page, "imports-empty");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Import contacts" }).first().click();
    await choose(
      page,
      `${HOSTILE}.csv`,
      `Wer,Erreichbar,${HOSTILE}\n=Ada,3401234567,${HOSTILE}\n${HOSTILE},12-ab,x\nGrace,+1 415 555 0199,y\n`,
    );
    await page.getByText("No column says who a record is of").waitFor();
    expect(await button(page, "Import contacts").isDisabled()).toBe(true);
    await pick(page, "Column Erreichbar is for", "Phone number");
    await pick(page, "Column Wer is for", "Name");
    await page.getByLabel("Country", { exact: true }).fill("it");
    await page.getByText("+393401234567").first().waitFor();
    await page.getByText("Refused: ").waitFor();
    await page.getByRole("button", { name: "Add value" }).click();
    await page.getByLabel("Value 1", { exact: true }).fill("fair, spring");
    await page.getByText("fair, spring").first().waitFor();
    await keepScreenshot(page, "imports-preview");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "As CLI or curl" }).last().click();
    const cli = await page.getByRole("region", { name: "CLI" }).textContent();
    expect(cli).toContain(
      `waypost contacts import '${HOSTILE}.csv' --column Erreichbar=phone_number --column Wer=name --set 'tags=fair, spring' --country IT`,
    );
    await page.keyboard.press("Escape");
    await button(page, "Import contacts").click();
    await page.getByText("completed").last().waitFor();
    await page.getByRole("heading", { name: `${HOSTILE}.csv` }).waitFor();
    await page.getByText("is not a phone number").waitFor();
    await keepScreenshot(page, "imports-detail");
    expect(await accessibilityFaults(page)).toEqual([]);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Get these lines as a file" }).click();
    await page.getByRole("menuitem", { name: "As CSV" }).click();
    const text = await Bun.file(await (await saved).path()).text();
    expect(text).toStartWith(`Wer,Erreichbar,${HOSTILE},refused_line,refused_reason\r\n`);
    expect(text.split("\r\n")[1]).toStartWith(`${HOSTILE},12-ab,x,3,`);
    const { body } = await stage.daemon.call("GET", "/v1/contacts/phone/+393401234567");
    expect(body).toMatchObject({ name: "=Ada", custom_fields: { [HOSTILE]: HOSTILE } });
    expect(body.tags.toSorted()).toEqual(["fair", "spring"]);
  },
  LONG_MS,
);

test.skipIf(NO_CHROMIUM)("a dry run writes nothing, and the same file is imported after it", async () => {
  const page = await stage.open(NEW_IMPORT, { width: "narrow" });
  await choose(page, "people.csv", "phone,name\n+14155550101,Ada\n+14155550102,Grace\n");
  await page.getByText("+14155550102", { exact: true }).waitFor();
  await keepScreenshot(page, "imports-preview-narrow");
  await page.getByRole("button", { name: "Try it without writing" }).click();
  await page.getByText("A dry run: nothing was written").waitFor();
  await page.getByText("completed").last().waitFor();
  expect((await stage.daemon.call("GET", "/v1/contacts?phone=14155550101")).body.data).toEqual([]);
  await page.getByRole("link", { name: "Back to this file" }).click();
  await page.getByText("+14155550102", { exact: true }).waitFor();
  await button(page, "Import contacts").click();
  await page.getByText("New contacts").waitFor();
  await keepScreenshot(page, "imports-detail-narrow");
  expect(await wider(page)).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect((await stage.daemon.call("GET", "/v1/contacts?phone=14155550101")).body.data).toHaveLength(1);
});

test.skipIf(NO_CHROMIUM)("of a spreadsheet a sheet is chosen, and doubtful numbers are shown", async () => {
  const page = await stage.open(NEW_IMPORT);
  const file = xlsx({ Notes: [["Name"], ["x"]], [HOSTILE]: [["Telefon"], ["51991234567"], ["11961234567"]] });
  await choose(page, "clientes.XLSX", file);
  await pick(page, "Sheet", HOSTILE);
  await page.getByLabel("Country", { exact: true }).fill("br");
  const doubtful = page.getByText("51991234567 is +5551991234567, not +51991234567");
  await doubtful.waitFor();
  await page.getByText("Of the first 2 records. They are read as numbers of Brazil (BR)").waitFor();
  await keepScreenshot(page, "imports-doubtful");
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, "Import contacts").click();
  await page.getByText("completed").last().waitFor();
  await doubtful.waitFor();
  await page.getByText("They are read as numbers of Brazil (BR)").waitFor();
});

test.skipIf(NO_CHROMIUM)("what others import is seen, and the filter stands in the address", async () => {
  const page = await stage.open("/contacts/imports?status=completed", { as: "viewer" });
  await importFile(stage.daemon, "phone\n+14155550141\n", "?file_name=of-others.csv");
  await page.getByRole("link", { name: "of-others.csv" }).click();
  await page.getByText("New contacts").waitFor();
  expect(page.url()).toEndWith("?status=completed");
  for (const name of ["Import contacts", "Cancel import"])
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  await page.goto(`${stage.daemon.url}/contacts/imports/new?status=failed`);
  await page.getByText("No import matches").waitFor();
  expect(await page.getByLabel("File", { exact: true }).count()).toBe(0);
});
