/** The exports of programs, imported, exported and imported again. */
import { afterEach, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { PROGRAMS } from "./programs.ts";
import { importFile } from "./support.ts";

const waypost = sharedDaemon();
const query = `?default_country=DE&set=${encodeURIComponent('{"tags":"program"}')}`;
const TYPES = { csv: "text/csv", ndjson: "application/x-ndjson", vcard: "text/vcard" };

const found = async () => (await waypost.call("GET", "/v1/contacts?tag=program&limit=100")).body.data;
const exported = async (format: string) => {
  const headers = { "x-api-key": waypost.key };
  return await (
    await fetch(`${waypost.url}/v1/contacts/export?format=${format}&tag=program`, { headers })
  ).text();
};

afterEach(async () => {
  for (const { id } of await found()) await waypost.call("DELETE", `/v1/contacts/${id}`);
});

/** Fields that change with each import of a contact. */
function lasting(contacts: Record<string, unknown>[]) {
  const sorted = contacts.toSorted((one, other) => String(one.name).localeCompare(String(other.name)));
  return sorted.map(({ phone_number, name, email, tags, custom_fields }) => ({
    ...{ phone_number, name, email, tags, custom_fields },
  }));
}

/** Imports again what was exported: over what is there, and where nothing is. */
async function requireSameAgain(): Promise<void> {
  const before = await found();
  for (const [format, type] of Object.entries(TYPES)) {
    const file = await exported(format);
    const same = await importFile(waypost, file, "?default_country=DE", { "content-type": type });
    expect([format, same.unchanged, same.refused_lines]).toEqual([format, before.length, []]);
    for (const { id } of await found()) await waypost.call("DELETE", `/v1/contacts/${id}`);
    await importFile(waypost, file, "?default_country=DE", { "content-type": type });
    expect([format, lasting(await found())]).toEqual([format, lasting(before)]);
  }
}

test.each([...PROGRAMS])("$program", async ({ heading, record }) => {
  const job = await importFile(waypost, `${heading}\n${record}\n`, query);
  expect(job).toMatchObject({ records: 1, created: 1, incomplete: 0 });
  const [contact] = await found();
  expect(contact).toMatchObject({
    ...{ phone_number: "+4915123456701", name: "Ada Byron", email: "ada@example.org" },
  });
  // whatever else stands in the record is kept
  const kept = JSON.stringify(contact).replaceAll(" ", "");
  if (record.includes("1234567")) expect(kept).toContain("1234567");
  for (const tag of ["VIP"]) if (record.includes(tag)) expect(contact.tags).toContain(tag);
  expect(kept).not.toContain("myContacts");
  await requireSameAgain();
});

test("iCloud's cards, and Android's and Outlook's of version 2.1", async () => {
  const icloud = [
    "BEGIN:VCARD\r\nVERSION:3.0\r\nPRODID:-//Apple Inc.//iCloud Web Address Book//EN\r\nN:Byron;Ada;;;\r\nFN:Ada Byron",
    "ORG:Engines;\r\nTEL;type=HOME;type=VOICE;type=pref:030 1234567\r\nitem1.TEL:0151 23456701",
    "item1.X-ABLabel:WhatsApp\r\nitem2.EMAIL;type=INTERNET;type=pref:ada@example.org\r\nitem2.X-ABLabel:_$!<Work>!$_",
    "EMAIL;type=INTERNET;type=HOME:a@example.org\r\nitem3.ADR;type=HOME:;;Street 1;Berlin;;10115;Germany",
    "BDAY:1980-01-05\r\nNOTE:likes \\, and \\; \\nlines\r\nREV:2026-03-01T10:00:00Z\r\nEND:VCARD\r\n",
  ].join("\r\n");
  const older = [
    "BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCrgen;;;",
    "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen =\nM=C3=BCller",
    "TEL;WORK;FAX:030 1234569\nTEL;CELL;PREF:0151-23456702\nEMAIL;INTERNET:j@example.org",
    "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:gr=FC=DFt, oft\nX-ANDROID-CUSTOM:nickname;Jo;1\nEND:VCARD\n",
  ].join("\n");
  const job = await importFile(waypost, icloud + older, query, { "content-type": "text/vcard" });
  expect(job).toMatchObject({ created: 2, refused_lines: [] });
  const [first, second] = (await found()).toSorted((one: { name: string }, other: { name: string }) =>
    one.name.localeCompare(other.name),
  );
  expect(first).toMatchObject({
    ...{ phone_number: "+4915123456701", name: "Ada Byron", email: "ada@example.org" },
    custom_fields: {
      ...{ "Phone (home)": "030 1234567", "Email (home)": "a@example.org", organization: "Engines" },
      ...{
        "address (home)": "Street 1, Berlin, 10115, Germany",
        birthday: "1980-01-05",
        note: "likes , and ; \nlines",
      },
    },
  });
  expect(second).toMatchObject({
    ...{ phone_number: "+4915123456702", name: "Jürgen Müller", email: "j@example.org" },
    custom_fields: {
      "Fax (work, fax)": "030 1234569",
      note: "grüßt, oft",
      "x-android-custom": "nickname;Jo;1",
    },
  });
  await requireSameAgain();
});
