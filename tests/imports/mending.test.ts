/** A bad cell costs the cell, and what comes back can be corrected and imported again. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { importFile } from "./support.ts";

const waypost = sharedDaemon();
const contact = async (phone: string) => (await waypost.call("GET", `/v1/contacts/phone/${phone}`)).body;
const refusedOf = async (id: string, format = "csv") => {
  const headers = { "x-api-key": waypost.key };
  const url = `${waypost.url}/v1/contacts/imports/${id}/refused?format=${format}`;
  return new Uint8Array(await (await fetch(url, { headers })).arrayBuffer());
};

const FILE = [
  "Telefon;Telefon;Vorname;Name;E-Mail;Ort",
  "+49 151 00000501;;Gülay;Weiß;gülay@;Köln",
  "4,92E+11;0151 00000502;Jürgen;Groß;;Bonn",
  "4.92E+11;;Ada;Byron;;Ulm",
  "4.9151000005040E+12;030 123456;Bob;;;",
  "",
].join("\n");

test("a record without a bad value is taken, and its line comes back beside those that were refused", async () => {
  const job = await importFile(waypost, FILE, "?default_country=DE");
  expect(job).toMatchObject({ records: 4, created: 3, refused: 1, incomplete: 2 });
  expect(job.refused_lines).toMatchObject([
    { line: 2, code: "invalid_email", imported: true },
    { line: 3, code: "invalid_phone_number", imported: true },
    { line: 4, code: "invalid_phone_number", imported: false, detail: expect.stringContaining("shortened") },
  ]);
  expect(await contact("4915100000501")).toMatchObject({ name: "Gülay Weiß", email: null });
  expect(await contact("4915100000502")).toMatchObject({ name: "Jürgen Groß" });
  expect((await contact("4915100000504")).custom_fields).toMatchObject({ "Telefon 2": "030 123456" });

  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await refusedOf(job.id));
  expect(text.split("\r\n").slice(0, 2)).toEqual([
    "\ufeffTelefon;Telefon 2;Vorname;Name;E-Mail;Ort;refused_line;refused_reason",
    expect.stringMatching(/^'\+49 151 00000501;;Gülay;Weiß;gülay@;Köln;2;E-Mail: /),
  ]);
  const mended = text.replace("gülay@;", "guelay@example.com;").replaceAll(/4[.,]92E\+11/g, "0151 00000503");
  const again = await importFile(waypost, mended, "?default_country=DE");
  expect(again).toMatchObject({ records: 3, refused: 0, incomplete: 0 });
  expect(again.columns.slice(-2)).toMatchObject([{ field: null }, { field: null }]);
  expect((await contact("4915100000501")).email).toBe("guelay@example.com");
  expect((await contact("4915100000503")).name).toMatch(/Ada Byron|Jürgen Groß/);
});

test("with on_error=stop a bad value ends the import", async () => {
  const job = await importFile(waypost, "phone,email\n+4915100000511,x@\n", "?on_error=stop");
  expect(job).toMatchObject({ status: "failed", created: 0, refused: 1, incomplete: 0 });
});

test("constant values are for every contact, and what a record says comes first", async () => {
  const set = { external_source: "shop", tags: "spring", "custom_fields.branch": "Nord" };
  const file = "Kundennummer;Telefon;Tags;branch\n7;+49 151 00000521;vip;\n8;+49 151 00000522;;Süd\n";
  const map = { branch: "custom_fields.branch" };
  const query = `?set=${encodeURIComponent(JSON.stringify(set))}&columns=${encodeURIComponent(JSON.stringify(map))}`;
  expect(await importFile(waypost, file, query)).toMatchObject({ created: 2, refused: 0 });
  expect(await contact("4915100000521")).toMatchObject({
    ...{ external_source: "shop", external_id: "7", tags: ["spring", "vip"] },
    custom_fields: { branch: "Nord" },
  });
  expect(await contact("4915100000522")).toMatchObject({
    tags: ["spring"],
    custom_fields: { branch: "Süd" },
  });
});

test.each([
  ["csv", "text/csv"],
  ["ndjson", "application/x-ndjson"],
])("people without a number come back from %s as they went", async (format, type) => {
  const bsuid = `US.2233445566${format}`;
  const given = {
    bsuid,
    parent_bsuid: `US.ENT.${format}`,
    username: `@Ada.${format}`,
    tags: [`hidden-${format}`],
  };
  const { body: made } = await waypost.call("POST", "/v1/contacts", given);
  await waypost.call("PATCH", `/v1/contacts/${made.id}`, { lid: "81234567890123@lid" });
  const query = `format=${format}&tag=hidden-${format}`;
  const headers = { "x-api-key": waypost.key };
  const file = await (await fetch(`${waypost.url}/v1/contacts/export?${query}`, { headers })).text();
  const again = await importFile(waypost, file, "", { "content-type": type });
  expect([again.unchanged, again.refused_lines]).toEqual([1, []]);
  await waypost.call("DELETE", `/v1/contacts/${made.id}`);
  const restored = await importFile(waypost, file, "", { "content-type": type });
  expect([restored.created, again.incomplete]).toEqual([1, 0]);
  const { body: found } = await waypost.call("POST", "/v1/contacts/lookup", {
    identifiers: [{ type: "bsuid", value: bsuid }],
  });
  const idsOf = (contact: { identities: { type: string; value: string }[] }) =>
    contact.identities.map((identity) => `${identity.type} ${identity.value}`).sort();
  expect(idsOf(found)).toEqual([
    ...[`bsuid ${bsuid}`, "lid 81234567890123", `parent_bsuid US.ENT.${format}`, `username ada.${format}`],
  ]);
  await waypost.call("DELETE", `/v1/contacts/${found.id}`);
});
