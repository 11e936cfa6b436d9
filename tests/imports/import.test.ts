import { describe, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { importFile, upload } from "./support.ts";

const waypost = sharedDaemon();

/** The contact of a number, as the API shows it. */
const contact = async (phone: string) => (await waypost.call("GET", `/v1/contacts/phone/${phone}`)).body;
const exported = async (query: string) => {
  const headers = { "x-api-key": waypost.key };
  return (await fetch(`${waypost.url}/v1/contacts/export?${query}`, { headers })).text();
};
const eventsOf = async (type: string, importId: string) => {
  const rows = await waypost.sql<{ body: string }[]>`select body from events where type = ${type}`;
  return rows.map(({ body }) => JSON.parse(body)).filter((body) => body.import_id === importId);
};

test("a CSV file becomes contacts; its end has an event, its single contacts have none", async () => {
  const text =
    'Phone,Name,E-mail,City\r\n+49 151 23456789,"Müller, ""Anna""\r\nMaria",anna@example.com,Berlin\r\n12-ab,Bob,,\r\n';
  const job = await importFile(waypost, text);
  expect(job).toMatchObject({ status: "completed", records: 2, created: 1, refused: 1, encoding: "utf-8" });
  expect(job.columns.map((one: { field: string }) => one.field)).toEqual([
    "phone_number",
    "name",
    "email",
    "custom_fields.City",
  ]);
  expect(job.refused_lines).toEqual([
    {
      ...{ line: 4, code: "invalid_phone_number", detail: expect.any(String) },
      ...{ record: "12-ab,Bob,,", imported: false },
    },
  ]);
  expect(await contact("4915123456789")).toMatchObject({
    name: 'Müller, "Anna"\r\nMaria',
    email: "anna@example.com",
    custom_fields: { City: "Berlin" },
  });
  expect(await eventsOf("crm.import.committed", job.id)).toMatchObject([
    { object_kind: "contact", status: "completed", created: 1, updated: 0, refused: 1 },
  ]);
  expect(await waypost.sql`select from events where type = 'contact.updated'`).toHaveLength(0);
});

test("NDJSON takes what POST /v1/contacts takes, line by line", async () => {
  const lines = [
    { phone_number: "+4915100000001", name: "Ada", tags: ["vip"], custom_fields: { age: 36 } },
    { external_source: "shop", external_id: "7", email: "Bob@Example.com" },
    { name: "Nobody" },
    { phone_number: 5 },
    { phone_number: "+4915100000001", name: null },
  ];
  const text = `${lines.map((line) => JSON.stringify(line)).join("\n")}\n[1]\n{"a":`;
  const job = await importFile(waypost, text, "", { "content-type": "application/x-ndjson" });
  expect(job).toMatchObject({ records: 7, created: 2, duplicates: 1, refused: 4 });
  expect(job.refused_lines.map((one: { line: number; code: string }) => [one.line, one.code])).toEqual([
    [3, "missing_identifier"],
    [4, "invalid_phone_number"],
    [6, "invalid_json"],
    [7, "invalid_json"],
  ]);
  expect(await contact("4915100000001")).toMatchObject({
    name: null,
    tags: ["vip"],
    custom_fields: { age: 36 },
  });
});

test("vCards become contacts; one that nobody can be found by is refused", async () => {
  const cards = [
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada\\, Countess\r\nitem1.TEL;type=CELL;waid=4915100000011:+49 151\r\n  00000011\r\nEMAIL:ada@example.com\r\nORG:Acme;Dept\r\nEND:VCARD",
    'BEGIN:VCARD\nVERSION:4.0\nN:Bob;Bobby;;;\nTEL;TYPE=fax:+49 30 1\nTEL;VALUE=uri;PREF=1;TYPE="voice,cell":tel:+49-151-00000012\nCATEGORIES:vip,new\nEND:VCARD',
    "BEGIN:VCARD\nVERSION:2.1\nTEL;CELL:123\nEND:VCARD\n",
  ].join("\n");
  const job = await importFile(waypost, cards, "", { "content-type": "text/vcard" });
  expect(job).toMatchObject({ records: 3, created: 2, refused: 1 });
  expect(job.refused_lines[0]).toMatchObject({ line: 17, code: "invalid_phone_number" });
  expect(await contact("4915100000011")).toMatchObject({
    name: "Ada, Countess",
    email: "ada@example.com",
    custom_fields: { organization: "Acme, Dept" },
  });
  expect(await contact("4915100000012")).toMatchObject({ name: "Bobby Bob", tags: ["new", "vip"] });
});

describe("encodings", () => {
  const text = "phone;name\r\n+49 151 00000021;Jürgen Groß\r\n";
  const utf16 = (bytes: Buffer, mark: number[]) => new Uint8Array([...mark, ...bytes]);
  const little = Buffer.from(text, "utf16le");
  const windows1252 = new Uint8Array(Buffer.from(text, "latin1"));

  test.each([
    ["UTF-8 with a byte order mark", new TextEncoder().encode(`\ufeff${text}`), "", "utf-8"],
    ["UTF-16, little end first", utf16(little, [0xff, 0xfe]), "", "utf-16le"],
    ["UTF-16, big end first", utf16(Buffer.from(little).swap16(), [0xfe, 0xff]), "", "utf-16be"],
    ["UTF-16 without a mark", utf16(little, []), "", "utf-16le"],
    ["Windows-1252 that is declared", windows1252, "?encoding=iso-8859-1", "windows-1252"],
    ["Windows-1252 that is not", windows1252, "", "windows-1252"],
  ])("%s", async (_, file, query, encoding) => {
    const job = await importFile(waypost, file, query);
    expect(job).toMatchObject({ encoding, records: 1, refused: 0 });
    expect((await contact("4915100000021")).name).toBe("Jürgen Groß");
  });

  test("Windows-1252 whose first umlaut comes late is found all the same", async () => {
    const many = `+49 151 00000022;Ann;${"Abcdefghijklmnop".repeat(60)}\r\n`.repeat(1_600);
    const file = new Uint8Array(
      Buffer.from(`phone;name;x\r\n${many}+49 151 00000023;Jürgen Groß;\r\n`, "latin1"),
    );
    const job = await importFile(waypost, file, "?dry_run=true");
    expect(job).toMatchObject({ encoding: "windows-1252", created: 2, refused: 0 });
  });

  test("a line that is no UTF-8 is refused on its own where the others are", async () => {
    const job = await importFile(
      waypost,
      new Uint8Array([...Buffer.from(text), ...Buffer.from("+49 151 00000024;J\xfcrgen\n", "latin1")]),
    );
    expect(job.refused_lines).toMatchObject([{ line: 3, code: "invalid_encoding" }]);
  });

  test("older encodings of other scripts are found by what is written in them", async () => {
    const russian =
      "\xd2\xe5\xeb\xe5\xf4\xee\xed;\xc8\xec\xff\n+49 151 00000025;\xcc\xe0\xf0\xe8\xff \xd1\xe8\xe4\xee\xf0\xee\xe2\xe0\n";
    const job = await importFile(waypost, new Uint8Array(Buffer.from(russian, "latin1")));
    expect(job).toMatchObject({ encoding: "windows-1251", created: 1 });
    expect((await contact("4915100000025")).name).toBe("Мария Сидорова");
  });
});

test("columns go where the mapping says", async () => {
  const map = encodeURIComponent(
    JSON.stringify({ A: "phone_number", B: "custom_fields.branch", C: "ignore" }),
  );
  const job = await importFile(
    waypost,
    "A\tB\tC\n0151 00000031\tNord\tx\n",
    `?default_country=DE&columns=${map}`,
  );
  expect(job).toMatchObject({ created: 1, refused: 0, default_country: "DE" });
  expect((await contact("4915100000031")).custom_fields).toEqual({ branch: "Nord" });
});

test("a contact met again in the file is a duplicate and takes the later fields; imported again it is unchanged", async () => {
  const text =
    "phone,name,email\n+4915100000041,Ada,\n+49 (151) 00000041,Ada B.,ada41@example.com\n,,ada41@example.com\n";
  const first = await importFile(waypost, text);
  expect(first).toMatchObject({ records: 3, created: 1, duplicates: 2, refused: 0 });
  expect(await contact("4915100000041")).toMatchObject({ name: "Ada B.", email: "ada41@example.com" });
  const again = await importFile(waypost, "phone,name\n+4915100000041,Ada B.\n");
  expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
});

test("a record whose identifiers are those of two contacts is refused", async () => {
  await importFile(waypost, "phone,email\n+4915100000051,\n,two@example.com\n");
  const job = await importFile(waypost, "phone,email\n+4915100000051,two@example.com\n+4915100000052,\n");
  expect(job).toMatchObject({ created: 1, refused: 1 });
  expect(job.refused_lines[0]).toMatchObject({
    line: 2,
    code: "conflict",
    record: "+4915100000051,two@example.com",
  });
});

test("a dry run counts what would be, writes nothing, and no event says that it did", async () => {
  await importFile(waypost, "phone\n+4915100000061\n");
  const text =
    "phone,email\n+4915100000061,\n+4915100000062,a62@example.com\n+4915100000062,\n,a62@example.com\nx,\n";
  const job = await importFile(waypost, text, "?dry_run=true");
  expect(job).toMatchObject({ status: "completed", dry_run: true, records: 5 });
  expect(job).toMatchObject({ created: 1, updated: 1, duplicates: 2, refused: 1 });
  expect((await contact("4915100000062")).code).toBe("not_found");
  expect(await eventsOf("crm.import.committed", job.id)).toEqual([]);
  expect((await eventsOf("crm.import.progressed", job.id)).at(-1)).toMatchObject({ status: "completed" });
});

test.each([
  ["a record that is wrong", "phone\n+4915100000071\nx\n+4915100000072\n", "line 3"],
  [
    "a conflict",
    "phone,email\n+4915100000073,\n,b@example.com\n+4915100000073,b@example.com\n+4915100000072,\n",
    "line 4",
  ],
])("on_error=stop ends at %s, and what came before stays", async (_, text, line) => {
  const job = await importFile(waypost, text, "?on_error=stop");
  expect(job).toMatchObject({ status: "failed", refused: 1, error: expect.stringContaining(line) });
  expect(job.created).toBeGreaterThan(0);
  expect((await contact("4915100000072")).code).toBe("not_found");
});

test("the same key and file are one import; another file under the key is refused", async () => {
  const headers = { "idempotency-key": "monday" };
  const first = await upload(waypost, "phone\n+4915100000081\n", "", headers);
  const again = await upload(waypost, "phone\n+4915100000081\n", "", headers);
  expect([again.body, again.headers.get("idempotent-replayed")]).toEqual([first.body, "true"]);
  const other = await upload(waypost, "phone\n+4915100000082\n", "", headers);
  expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
});

test("a file that an export wrote is imported again as the same contacts", async () => {
  const { body: made } = await waypost.call("POST", "/v1/contacts", {
    phone_number: "+4915100000091",
    name: "=1+1",
    tags: ["a", "b"],
    custom_fields: { list: [1, "x,y"] },
  });
  const apostrophe = { phone_number: "+4915100000092", name: "'＝1+1", tags: ["a"] };
  await waypost.call("POST", "/v1/contacts", apostrophe);
  const ids = { bsuid: "US.13491208655302741918", username: "ada.reads" };
  await waypost.call("POST", "/v1/contacts", { name: "Hidden", tags: ["a"], ...ids });
  for (const [format, type] of [
    ["csv", "text/csv"],
    ["ndjson", "application/x-ndjson"],
    ["vcard", "text/vcard"],
  ]) {
    const file = await exported(`format=${format}&tag=a`);
    const job = await importFile(waypost, file, "", { "content-type": type ?? "" });
    expect([format, job.unchanged, job.refused, job.refused_lines]).toEqual([format, 3, 0, []]);
  }
  expect(await exported("format=vcard&tag=a")).toContain("X-WHATSAPP-BSUID:US.13491208655302741918");
  expect(await exported("tag=b")).toContain(`,'=1+1,`);
  expect((await contact("4915100000091")).version).toBe(made.version);
});

test("a slash at the end of the path makes no difference to what is taken", async () => {
  const answer = await waypost.call("POST", "/v1/contacts/import/preview/", "phone\n+49 151 00000094\n", {
    "content-type": "text/csv",
  });
  expect(answer.body).toMatchObject({ columns: [{ field: "phone_number" }] });
});

test("a preview shows how the first records would be imported, and stores nothing", async () => {
  const file = "Telefon;Vorname;Nachname\n+49 151 00000095;Ada;Byron\nx;Bob;\n";
  const answer = await waypost.call("POST", "/v1/contacts/import/preview", file, {
    "content-type": "text/csv",
  });
  expect(answer.body).toMatchObject({
    delimiter: ";",
    columns: [{ field: "phone_number" }, { field: "first_name" }, { field: "last_name" }],
    records: [
      { line: 2, contact: { phone_number: "+4915100000095", name: "Ada Byron" }, refusal: null },
      { line: 3, contact: null, refusal: { code: "invalid_phone_number" } },
    ],
  });
  expect((await contact("4915100000095")).code).toBe("not_found");
});
