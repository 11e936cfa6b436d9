/**
 * Exports, headings, cards and numbers that were once read wrong, with their right values. They are beside the checkout,
 * in ../shared: without them nothing is tested here.
 */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { readHeading } from "../../daemon/imports/read/headings/headings.ts";
import { readNumber } from "../../daemon/phone-numbers/read.ts";
import { contactsOf, readFile } from "./read-file.ts";

const FOLDER = `${import.meta.dir}/../../../shared/cases/28-november`;
const isThere = existsSync(FOLDER);

type Right = { name?: string; phone?: string; email?: string; kept?: string[] };
type Export = { id: string; country: string; sep: string; head: string[]; rows: string[][]; right: Right[] };
type Phone = { text: string; country: string | null; right: string };
type Card = { file: string; country: string; right: Right };

function all<T>(name: string): T[] {
  return isThere ? JSON.parse(readFileSync(`${FOLDER}/${name}.json`, "utf8")) : [];
}
const exported = [...all<Export>("exports-failing"), ...all<Export>("exports-passing")];
const phones = [...all<Phone>("phones-failing"), ...all<Phone>("phones-passing")];
const headings: Record<string, string[]> = isThere
  ? JSON.parse(readFileSync(`${FOLDER}/headings-failing.json`, "utf8"))
  : {};

describe.skipIf(!isThere)("of ../shared", () => {
  test.each(exported)("the export $id", async ({ country, sep, head, rows, right }) => {
    const text = [head, ...rows].map((cells) => cells.map(quoted).join(sep)).join("\n");
    const contacts = await contactsOf(text, country);
    expect(contacts.map((contact, index) => wrongOf(contact, right[index]))).toEqual(right.map(() => null));
  });

  test.each(Object.entries(headings))("headings of %s", (field, list) => {
    const fields = field in FIELDS ? FIELDS[field] : [field];
    expect(list.filter((heading) => !fields?.includes(readHeading(heading)?.field ?? ""))).toEqual([]);
  });

  test("numbers", () => {
    const wrong = phones.filter(({ text, country, right }) => {
      const read = readNumber(text, country);
      return read.kind !== "one" || read.number !== right.split(" ")[0];
    });
    expect(wrong).toEqual([]);
  });

  test.each(all<Phone>("phones-incomplete"))("$text in $country has no area code", ({ text, country }) => {
    expect(readNumber(text, country)).toMatchObject({ kind: "none", why: "incomplete" });
  });

  test.each(all<Card>("vcf/index"))("the card $file", async ({ file, country, right }) => {
    const { records } = await readFile("vcard", readFileSync(`${FOLDER}/vcf/${file}`), country);
    expect(wrongOf(records[0]?.contact, right)).toBeNull();
  });
});

const FIELDS: Record<string, string[]> = {
  name: ["name", "first_name", "last_name"],
  phone: ["phone_number"],
  "country of the row's number": ["country"],
};

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/** What of a contact is not right; null when all of it is. */
function wrongOf(contact: unknown, right: Right | undefined): object | null {
  const found = { ...(contact as { name?: string; phone_number?: string; email?: string } | null) };
  const phone = found.phone_number ?? "null";
  const isRight =
    (right?.phone === undefined || right.phone.split("|").includes(phone)) &&
    (contact === null || right?.name === undefined || found.name?.includes(right.name)) &&
    (right?.email === undefined || right.email === found.email) &&
    (right?.kept ?? []).every((digits) => JSON.stringify(found).replace(/[^\d]/g, "").includes(digits));
  return isRight ? null : { found, right };
}
