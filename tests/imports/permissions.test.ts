/** Consents in the columns of a file: with date and proof, and never undoing a stop. */
import { expect, test } from "bun:test";
import { readMoment } from "../../daemon/imports/values/dates.ts";
import { readAnswer } from "../../daemon/imports/values/yes-no.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { importFile } from "./support.ts";

const waypost = sharedDaemon();

async function said(phone: string, what: "consents" | "suppressions") {
  const { body: contact } = await waypost.call("GET", `/v1/contacts/phone/${phone}`);
  return (await waypost.call("GET", `/v1/contacts/${contact.id}/${what}`)).body.data;
}

async function exported(query: string): Promise<string> {
  const headers = { "x-api-key": waypost.key };
  return await (await fetch(`${waypost.url}/v1/contacts/export?${query}`, { headers })).text();
}

const HEADING = "Telefon;Einwilligung;Einwilligung am;Nachweis;Gesperrt;Gesperrt am";
const rows = (...lines: string[]) => importFile(waypost, [HEADING, ...lines, ""].join("\n"));

test("consents and suppressions are kept with their date and proof; a bad cell costs the cell", async () => {
  const job = await rows(
    "+49 151 00000701;ja;01.03.2025;Formular 7;;",
    "+49 151 00000702;nein;;;beschwert;02.03.2025",
    "+49 151 00000703;;13.03.2025;;nein;",
    "+49 151 00000704;vielleicht;;;ja;",
    "+49 151 00000705;ja;31.02.2025;;;",
  );
  expect(job).toMatchObject({ created: 5, refused: 0, incomplete: 2 });
  expect(job.refused_lines).toMatchObject([
    { line: 5, code: "invalid_consent", imported: true },
    { line: 6, code: "invalid_consent_at", imported: true },
  ]);
  expect(await said("4915100000701", "consents")).toMatchObject([
    {
      ...{ channel: "whatsapp", state: "granted", stated_at: "2025-03-01T00:00:00.000Z" },
      ...{ source: "import", proof: "Formular 7" },
    },
  ]);
  expect(await said("4915100000702", "consents")).toMatchObject([{ state: "denied", stated_at: null }]);
  expect(await said("4915100000702", "suppressions")).toMatchObject([
    { reason: "beschwert", created_at: "2025-03-02T00:00:00.000Z" },
  ]);
  expect(await said("4915100000703", "consents")).toMatchObject([{ state: "granted" }]);
  expect(await said("4915100000704", "consents")).toEqual([]);
  expect(await said("4915100000704", "suppressions")).toMatchObject([{ reason: "imported" }]);
  expect(await said("4915100000705", "consents")).toMatchObject([{ state: "granted", stated_at: null }]);
});

test("a refusal is undone only by a consent that is later, and a suppression by none", async () => {
  const phone = "4915100000711";
  const stateAfter = async (line: string) => {
    await rows(line);
    return (await said(phone, "consents")).map((one: { state: string }) => one.state);
  };
  expect(await stateAfter("+49 151 00000711;ja;01.03.2025;;;")).toEqual(["granted"]);
  expect(await stateAfter("+49 151 00000711;nein;01.02.2025;;ja;")).toEqual(["granted"]);
  expect(await stateAfter("+49 151 00000711;nein;01.04.2025;;;")).toEqual(["denied"]);
  expect(await stateAfter("+49 151 00000711;ja;;;nein;")).toEqual(["denied"]);
  expect(await stateAfter("+49 151 00000711;ja;01.03.2025;;;")).toEqual(["denied"]);
  expect(await stateAfter("+49 151 00000711;ja;02.04.2025;;;")).toEqual(["granted"]);
  expect(await said(phone, "suppressions")).toMatchObject([{ reason: "imported" }]);
});

test("of several records of a person in a file the refusal counts; a dry run writes nothing", async () => {
  await rows("+49 151 00000721;nein;;;;", "+49 151 00000721;ja;;;;");
  expect(await said("4915100000721", "consents")).toMatchObject([{ state: "denied" }]);
  await importFile(waypost, `${HEADING}\n+49 151 00000721;ja;01.03.2026;;;\n`, "?dry_run=true");
  expect(await said("4915100000721", "consents")).toMatchObject([{ state: "denied" }]);
});

test.each([
  ["2025-03-01", null, "2025-03-01T00:00:00.000Z"],
  ["2025-03-01T10:15:00+02:00", null, "2025-03-01T08:15:00.000Z"],
  ["1.3.2025 9:05", null, "2025-03-01T09:05:00.000Z"],
  ["03/01/2025", "US", "2025-03-01T00:00:00.000Z"],
  ["03/01/2025", "GB", "2025-01-03T00:00:00.000Z"],
  ["03/13/2025", null, "2025-03-13T00:00:00.000Z"],
  ["03/01/2025", null, null],
  ["31.02.2025", null, null],
  ["soon", null, null],
])("the date %s in %s is %s", (text, country, moment) => {
  expect(readMoment(text, country)).toBe(moment);
});

test.each<[boolean | null, string[]]>([
  [true, ["ja", "YES", "x", "Sí", "oui", "да", "نعم", "हाँ", "はい", "是", "✓", "Evet", "1"]],
  [false, ["Nein", "no", "não", "non", "нет", "لا", "नहीं", "いいえ", "否", "Hayır", "0"]],
  [null, ["vielleicht", "?", ""]],
])("%s is said in many words", (answer, words) => {
  expect(words.filter((word) => readAnswer(word) !== answer)).toEqual([]);
});

test("a contact of whom only a consent or a suppression is new counts as updated", async () => {
  const line = "+49 151 00000791;ja;01.03.2025;Formular 7;;";
  expect(await rows(line)).toMatchObject({ created: 1, updated: 0, unchanged: 0 });
  expect(await rows(line)).toMatchObject({ updated: 0, unchanged: 1 });
  expect(await rows("+49 151 00000791;nein;01.04.2025;;;")).toMatchObject({ updated: 1, unchanged: 0 });
  expect(await rows("+49 151 00000791;;;;ja;")).toMatchObject({ updated: 1, unchanged: 0 });
  expect(await rows("+49 151 00000791;;;;ja;")).toMatchObject({ updated: 0, unchanged: 1 });
});

test.each([
  ["csv", "text/csv"],
  ["ndjson", "application/x-ndjson"],
  ["vcard", "text/vcard"],
])("an export as %s has what people said of messages, and an import reads it", async (format, type) => {
  const phone = `491510000080${format.length}`;
  const consent = { state: "denied", stated_at: "2025-03-01T00:00:00.000Z", source: "shop", proof: "Form 7" };
  const { body: contact } = await waypost.call("POST", "/v1/contacts", { phone_number: `+${phone}` });
  await waypost.call("PUT", `/v1/contacts/${contact.id}/consent/whatsapp`, consent);
  // words that an import takes for "no"
  const suppression = { channel: "whatsapp", reason: "Unsubscribed", proof: "Call of 2 March" };
  await waypost.call("POST", `/v1/contacts/${contact.id}/suppressions`, suppression);
  const [{ created_at }] = await said(phone, "suppressions");
  const file = await exported(`format=${format}&phone=${phone}`);
  await waypost.call("DELETE", `/v1/contacts/${contact.id}`);
  expect(await importFile(waypost, file, "", { "content-type": type })).toMatchObject({ created: 1 });
  expect(await said(phone, "consents")).toMatchObject([consent]);
  expect(await said(phone, "suppressions")).toMatchObject([
    { reason: "imported", proof: "Call of 2 March", created_at: toTheSecond(created_at) },
  ]);
});

test("NDJSON of other programs says yes and no by true and false", async () => {
  const lines = [true, false].map((consent, at) =>
    JSON.stringify({ phone_number: `+491510000082${at}`, consent }),
  );
  const ndjson = { "content-type": "application/x-ndjson" };
  expect(await importFile(waypost, lines.join("\n"), "", ndjson)).toMatchObject({
    created: 2,
    incomplete: 0,
  });
  expect(await said("4915100000820", "consents")).toMatchObject([{ state: "granted" }]);
  expect(await said("4915100000821", "consents")).toMatchObject([{ state: "denied" }]);
});

/** A moment as files have it. */
function toTheSecond(moment: string): string {
  return moment.replace(/\.\d+Z$/, ".000Z");
}

test("an export has no consent that will end, and no suppression that has ended", async () => {
  const { body: contact } = await waypost.call("POST", "/v1/contacts", { phone_number: "+4915100000811" });
  const path = `/v1/contacts/${contact.id}`;
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  await waypost.call("PUT", `${path}/consent/whatsapp`, { state: "granted", expires_at });
  await waypost.call("POST", `${path}/suppressions`, {
    channel: "whatsapp",
    reason: "holiday",
    until: expires_at,
  });
  await waypost.sql`update suppressions set until = now() where contact_id = ${contact.id}`;
  const [line] = (await exported("format=ndjson&phone=4915100000811")).split("\n");
  expect(Object.keys(JSON.parse(line ?? ""))).not.toContainAnyValues(["consent", "suppression"]);
});

test("a long text that is cut within an emoji fails no import", async () => {
  const reason = `${"a".repeat(199)}😀`;
  expect(await rows(`+49 151 00000831;${"a".repeat(39)}😀;;;${reason};`)).toMatchObject({
    ...{ created: 1, incomplete: 1 },
    refused_lines: [{ code: "invalid_consent" }],
  });
  expect(await said("4915100000831", "suppressions")).toMatchObject([{ reason: "a".repeat(199) }]);
});

test("NDJSON that holds what the database can't store fails no import", async () => {
  const line = JSON.stringify({
    phone_number: "+4915100000832",
    consent: "yes",
    consent_proof: "a\u0000\ud800",
  });
  const ndjson = { "content-type": "application/x-ndjson" };
  expect(await importFile(waypost, line, "", ndjson)).toMatchObject({ created: 1 });
  expect(await said("4915100000832", "consents")).toMatchObject([{ state: "granted", proof: "a�" }]);
});
