/** Spreadsheets as Excel and LibreOffice write them, and as somebody makes them to do harm. */
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { ods, xlsx, zip } from "./archives.ts";
import { importFile, upload } from "./support.ts";

const waypost = sharedDaemon();
const XLSX = { "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" };
const ODS = { "content-type": "application/vnd.oasis.opendocument.spreadsheet" };
const contact = async (phone: string) => (await waypost.call("GET", `/v1/contacts/phone/${phone}`)).body;
const cell = (type: string, inner: string) => (reference: string) =>
  `<c r="${reference}" ${type}>${inner}</c>`;

test("a workbook becomes contacts: numbers have all their digits, dates are dates, formulas what was stored", async () => {
  const file = xlsx({
    Kunden: [
      [],
      ["Telefon", "Telefon", "Vorname", "Name", "PLZ", "Kunde seit", "Summe", "Notiz"],
      [4915100000601, null, "Gülay", "Weiß", cell('s="2"', "<v>1067</v>"), cell('s="1"', "<v>45352</v>")],
      [],
      [
        ...[null, "0151 00000602", "Jürgen", 'Groß, "der"'],
        ...[null, null, cell("", "<f>1+1</f><v>0.30000000000000004</v>")],
        cell(
          't="inlineStr"',
          "<is><r><t>First_x000D_\nsec</t></r><r><t>ond</t></r><rPh><t>no</t></rPh></is>",
        ),
      ],
      ["4,92E+11", null, "Nobody"],
    ],
    Other: [["Telefon"], ["+4915100000699"]],
  });
  const job = await importFile(waypost, file, "?default_country=DE", XLSX);
  expect(job).toMatchObject({ format: "xlsx", encoding: "utf-8", records: 3, created: 2, refused: 1 });
  expect(job.refused_lines).toMatchObject([{ line: 6, code: "invalid_phone_number" }]);
  expect(await contact("4915100000601")).toMatchObject({
    name: "Gülay Weiß",
    custom_fields: { PLZ: "01067", "Kunde seit": "2024-03-01" },
  });
  expect(await contact("4915100000602")).toMatchObject({
    name: 'Jürgen Groß, "der"',
    custom_fields: { Summe: "0.3", Notiz: "First\r\nsecond" },
  });
  expect((await contact("4915100000699")).code).toBe("not_found");
});

test("another sheet is read by its name, and a preview lists them", async () => {
  const file = xlsx({ One: [["Name"]], Two: [["Telefon"], ["+4915100000611"]] });
  const response = await fetch(`${waypost.url}/v1/contacts/import/preview?sheet=Two`, {
    method: "POST",
    headers: { "x-api-key": waypost.key, ...XLSX },
    body: file,
  });
  const body = (await response.json()) as { records: unknown };
  expect(body).toMatchObject({
    format: "xlsx",
    sheet: "Two",
    sheets: ["One", "Two"],
    found_by: ["phone_number"],
  });
  expect(body.records).toMatchObject([{ line: 2, contact: { phone_number: "+4915100000611" } }]);
  const answer = await upload(waypost, file, "?sheet=Three", XLSX);
  expect(answer.body.error).toContain("no sheet 'Three'; it has: 'One', 'Two'");
});

test("an OpenDocument spreadsheet becomes contacts", async () => {
  const p = (text: string) => `<text:p>${text}</text:p>`;
  const text = (value: string) => `<table:table-cell office:value-type="string">${value}</table:table-cell>`;
  const heading = ["Handy", "Name", "Seit", "PLZ"].map((one) => text(p(one))).join("");
  const rows = `<table:table-row>${heading}<table:table-cell table:number-columns-repeated="1020"/></table:table-row>
    <table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>
    <table:table-row><table:table-cell office:value-type="float" office:value="4915100000621"><text:p>4,92E+12</text:p></table:table-cell>
      ${text(`<office:annotation>${p("a comment")}</office:annotation>${p("Ada<text:s text:c='2'/>B")}${p("Byron")}`)}
      <table:table-cell office:value-type="date" office:date-value="2024-03-01">${p("01.03.24")}</table:table-cell>
      <table:table-cell office:value-type="float" office:value="1067">${p("01067")}</table:table-cell></table:table-row>
    <table:table-row>${text(p("x"))}</table:table-row>
    <table:table-row table:number-rows-repeated="1048570"><table:table-cell/></table:table-row>`;
  const job = await importFile(waypost, ods({ Leute: rows, Rest: "" }), "", ODS);
  expect(job).toMatchObject({ format: "ods", records: 2, created: 1, refused: 1 });
  expect(job.refused_lines).toMatchObject([{ line: 6 }]);
  expect(await contact("4915100000621")).toMatchObject({
    name: "Ada  B\nByron",
    custom_fields: { Seit: "2024-03-01", PLZ: "01067" },
  });
});

const SHEET = "xl/worksheets/sheet1.xml";
const ENTITY =
  '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>';
const BOMB = " ".repeat(64 * 1024 * 1024);

test.each<[string, () => Uint8Array, string]>([
  ["a ZIP archive of something else", () => zip([{ name: "a.txt", data: "phone" }]), "no .xlsx or .ods"],
  ["half of a workbook", () => xlsx({ A: [["phone"]] }).slice(0, 400), "damaged"],
  ["a bomb", () => xlsx({ A: [] }, [{ name: SHEET, data: BOMB }]), "unpacks to 67108864 bytes"],
  [
    "a bomb that claims to be small",
    () => xlsx({ A: [] }, [{ name: SHEET, data: BOMB, size: 100 }]),
    "damaged",
  ],
  ["entities", () => xlsx({ A: [] }, [{ name: SHEET, data: ENTITY }]), "document type"],
  [
    "a hundred thousand nested elements",
    () => xlsx({ A: [] }, [{ name: SHEET, data: "<a>".repeat(100_000) }]),
    "nested too deep",
  ],
  ["a name without an end", () => xlsx({ A: [] }, [{ name: SHEET, data: `<a${randomText()}` }]), "damaged"],
  [
    "a password",
    () => ods({}, [{ name: "META-INF/manifest.xml", data: "<m><encryption-data/></m>" }]),
    "password",
  ],
  ["an old workbook", () => new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), "old Excel workbook"],
  ["nothing", () => xlsx({ A: [] }), "the file is empty"],
])("a spreadsheet that is %s is refused, and nothing of it is kept", async (_, file, words) => {
  const answer = await upload(waypost, new Uint8Array(file()), "?format=xlsx", XLSX);
  expect([answer.status, answer.body.code]).toEqual([422, "invalid_file"]);
  expect(answer.body.error).toContain(words);
  expect(await waypost.sql`select from imports where status = 'uploading'`).toHaveLength(0);
  expect(readdirSync(tmpdir()).filter((name) => /^waypost-[0-9a-f]{8}-/.test(name))).toEqual([]);
});

/** Text that does not pack well enough to look like a bomb. */
function randomText(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("hex");
}

test("cells at the last row and column, and one string a thousand times, cost no more than themselves", async () => {
  const far =
    "<row r='2'><c r='A2'><v>4915100000631</v></c><c r='XFD2'><v>1</v></c></row><row r='1048576'><c r='A1048576'><v>4915100000632</v></c></row><row r='99999999'><c r='A9'><v>1</v></c></row>";
  const file = xlsx({ A: [] }, [
    {
      name: SHEET,
      data: `<worksheet><sheetData><row><c t="inlineStr"><is><t>Tel</t></is></c></row>${far}</sheetData></worksheet>`,
    },
  ]);
  const job = await importFile(waypost, file, "?dry_run=true", XLSX);
  expect(job).toMatchObject({ status: "completed", records: 2, created: 2 });
  expect(job.bytes).toBeLessThan(2 * 1024 * 1024);
});
