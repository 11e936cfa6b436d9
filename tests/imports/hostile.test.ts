import { afterEach, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { importFile, upload } from "./support.ts";

const waypost = sharedDaemon();
afterEach(async () => {
  expect((await fetch(`${waypost.url}/v1/health`)).status).toBe(200);
});

const bytes = (text: string) => new TextEncoder().encode(text);
/** Records around one that is hostile: those before and after it must be taken. */
const around = (hostile: string | Uint8Array, number: number) =>
  new Uint8Array(
    Buffer.concat([
      bytes(`phone,name\n+491510000${number}1,Äöüß\n`),
      typeof hostile === "string" ? bytes(hostile) : hostile,
      bytes(`\n+491510000${number}2,After\n`),
    ]),
  );

describe("a record in a file costs itself and nothing else", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["a field of 2 MB", `+4915100000019,${"x".repeat(2 * 1024 * 1024)}`, "unreadable"],
    ["a quoted field of 2 MB", `+4915100000019,"${"x".repeat(2 * 1024 * 1024)}"`, "unreadable"],
    ["a quote that is never closed", '+4915100000019,"open', "unreadable"],
    ["NUL", "+4915100000019,a\u0000b", "invalid_character"],
    ["invalid UTF-8", new Uint8Array([0x2b, 0x31, 0x2c, 0xff, 0xfe]), "invalid_encoding"],
    ["an overlong encoding", new Uint8Array([0x2b, 0x31, 0x2c, 0xc0, 0xaf]), "invalid_encoding"],
    ["U+FFFD, from an earlier conversion", "+4915100000019,M\ufffdller", "invalid_encoding"],
    ["100,000 fields", `+4915100000019${",x".repeat(100_000)}`, "invalid_csv"],
  ])("%s", async (_, hostile, code) => {
    const job = await importFile(waypost, around(hostile, 100));
    expect(job).toMatchObject({ status: "completed", records: 3, refused: 1 });
    expect(job.created + job.unchanged).toBe(2);
    expect(job.refused_lines).toMatchObject([{ line: 3, code }]);
  });
});

test.each<[string, Uint8Array | string, string]>([
  ["100,000 columns", `phone${",x".repeat(100_000)}\n`, "100001 columns"],
  ["a ZIP archive", new Uint8Array([0x50, 0x4b, 3, 4, 20, 0]), "the spreadsheet is damaged"],
  ["gzip", gzipSync(Buffer.alloc(10 * 1024 * 1024)), "gzip"],
  ["nothing", "", "empty"],
  ["only blank lines", "\n\n\n", "empty"],
  ["no column to find contacts by", "Name,City\nAda,Porto\n", "'Name', 'City'"],
  ["a heading that is not closed", '"phone\n+4915100000001\n', "not closed"],
  ["a heading that ends in a carriage return", "phone,name\r+4915100000001,Ada\r\n", "carriage returns only"],
  ["a column with a name too long", `phone,${"x".repeat(65)}\n`, "map it"],
  ["a custom field called __proto__", "phone,__proto__\n", "__proto__"],
])("a file of %s is refused, and nothing of it is kept", async (_, file, words) => {
  const answer = await upload(waypost, typeof file === "string" ? bytes(file) : new Uint8Array(file));
  expect([answer.status, answer.body.code]).toEqual([422, "invalid_file"]);
  expect(answer.body.error).toContain(words);
  expect(await waypost.sql`select from imports where status = 'uploading'`).toHaveLength(0);
});

test("a card whose error quotes half a character is refused, and the others are taken", async () => {
  const card = (line: string, n: number) =>
    `BEGIN:VCARD\nVERSION:3.0\n${line}\nTEL:+491510000040${n}\nEND:VCARD\n`;
  const hostile = [0, 1].map((shift) => card("x".repeat(shift) + "😀".repeat(200), shift));
  const job = await importFile(waypost, card("FN:Ada", 2) + hostile.join(""), "", {
    "content-type": "text/vcard",
  });
  expect(job).toMatchObject({ status: "completed", created: 1, refused: 2 });
});

test("a card of more than 128 KiB without its pictures is refused", async () => {
  const card = (line: string) => `BEGIN:VCARD\nVERSION:3.0\n${line}\nTEL:+4915100000410\nEND:VCARD\n`;
  const file = card(`PHOTO:${"A".repeat(200_000)}`) + card(`NOTE${";A=B".repeat(50_000)}:x`);
  const job = await importFile(waypost, file, "", { "content-type": "text/vcard" });
  expect(job).toMatchObject({ created: 1, refused: 1, refused_lines: [{ code: "invalid_vcard" }] });
});

test("a packed body is refused before it is read: nothing is ever unpacked", async () => {
  const packed = new Uint8Array(gzipSync(`phone\n${"x\n".repeat(1_000_000)}`));
  const answer = await upload(waypost, packed, "", { "content-encoding": "gzip" });
  expect([answer.status, answer.body.code]).toEqual([415, "unsupported_media_type"]);
});

test.each([
  ["a mapping that is no object", "?columns=[1]", "/columns"],
  [
    "a mapping to no field",
    `?columns=${encodeURIComponent('{"phone":"telefon"}')}`,
    "'telefon' is not a field",
  ],
  [
    "a mapping of a column that is not there",
    `?columns=${encodeURIComponent('{"x":"name"}')}`,
    "no column 'x'",
  ],
  ["a constant for no field", `?set=${encodeURIComponent('{"telefon":"1"}')}`, "'telefon' is not a field"],
  ["an encoding that is none", "?encoding=ebcdic", "'ebcdic' is not supported"],
])("%s is refused", async (_, query, words) => {
  const answer = await upload(waypost, "phone\n+4915100000001\n", query);
  expect([answer.status, answer.body.error]).toEqual([422, expect.stringContaining(words)]);
});

test("an unknown format is refused, and so is a key that may not write", async () => {
  expect((await upload(waypost, "x", "", { "content-type": "application/pdf" })).status).toBe(415);
  expect((await upload({ url: waypost.url, key: "wp_none" }, "x")).status).toBe(401);
});

test("formulas are taken as they are, and never written as such into a CSV", async () => {
  const text = 'phone,name\n+4915100000201,"=HYPERLINK(""http://evil.example"")"\n=1+1,@SUM(A1)\n-2,\t=x\n';
  const job = await importFile(waypost, text);
  expect(job).toMatchObject({ created: 1, refused: 2 });
  const headers = { "x-api-key": waypost.key };
  for (const path of [`imports/${job.id}/refused`, "export"]) {
    const csv = await (await fetch(`${waypost.url}/v1/contacts/${path}`, { headers })).text();
    const cells: string[] = parse(csv).flat();
    expect(cells.filter((cell) => /^[=+@\t-]/.test(cell))).toEqual([]);
  }
  const raw = await (await fetch(`${waypost.url}/v1/contacts/export?raw=true`, { headers })).text();
  expect(raw).toContain('\r\n+4915100000201,"=HYPERLINK(""http://evil.example"")"');
});

test("an upload that its client gives up leaves nothing", async () => {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const controller = new AbortController();
  const file = new ReadableStream<Uint8Array>({
    async start(stream) {
      stream.enqueue(bytes(`phone\n${"+4915100000301\n".repeat(100_000)}`));
      await begun;
    },
  });
  const sent = upload(waypost, file, "", {}, controller.signal).catch(() => "aborted");
  await until(async () => (await waypost.sql`select from imports where status = 'uploading'`).length > 0);
  controller.abort();
  expect(await sent).toBe("aborted");
  await until(async () => (await waypost.sql`select from imports where status = 'uploading'`).length === 0);
  resolve();
  expect(await waypost.sql`select from import_parts`).toHaveLength(0);
});
