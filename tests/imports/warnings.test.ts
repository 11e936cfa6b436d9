/** What a preview, a dry run and an import say of columns of numbers that they pass over. */
import { describe, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { readFile } from "./read-file.ts";
import { importFile } from "./support.ts";

const waypost = sharedDaemon();
const FILE = "email,Reach me\nann@example.com,+4915123450301\nbob@example.com,+4915123450302\n";
const WARNING = { code: "unused_phone_column", detail: expect.stringContaining("'Reach me'") };

test.each(["?dry_run=true", ""])("an import%s has the warning of its preview", async (query) => {
  const { warnings } = await importFile(waypost, FILE, query);
  expect(warnings).toEqual([WARNING]);
  expect((await readFile("csv", FILE, null)).warnings).toEqual(warnings);
});

test("an import of which nothing is doubtful has none", async () => {
  expect((await importFile(waypost, "phone,name\n+4915123450303,Ann\n")).warnings).toEqual([]);
});

describe("a column of numbers that is passed over is named", () => {
  test.each([
    ["Name\n015123450304\n015123450305", "Name"],
    ["email,Company\na@example.com,030 1234567\nb@example.com,030 1234568", "Company"],
    ["email,\na@example.com,+4915123450306", "without a heading"],
    ["email,Order no\na@example.com,+4915123450307", "Order no"],
  ])("%j", async (file, named) => {
    const { warnings } = await readFile("csv", `${file}\n`, "DE");
    expect(warnings).toMatchObject([{ code: "unused_phone_column", detail: expect.stringContaining(named) }]);
  });
});

test("beside phone numbers, the numbers of orders, days and goods are not", async () => {
  const file =
    "phone,Order number,created,EAN,id,Postcode,Total\n015123450308,15123450311,1700000000,4006381333931,15123450312,10115,49.90\n";
  expect((await readFile("csv", file, "DE")).warnings).toEqual([]);
});
