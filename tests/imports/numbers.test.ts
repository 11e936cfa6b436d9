/** Which number a file's cell is, where people would ask: several countries, several columns, two readings. */
import { expect, test } from "bun:test";
import { type ApiDocument, createComplaints } from "../http/openapi-document.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { importFile } from "./support.ts";

const waypost = sharedDaemon();

async function preview(file: string, country = "DE") {
  const path = `/v1/contacts/import/preview?default_country=${country}`;
  const { status, body } = await waypost.call("POST", path, file, { "content-type": "text/csv" });
  expect(status).toBe(200);
  return body;
}

async function contactsOf(tag: string) {
  const { body } = await waypost.call("GET", `/v1/contacts?tag=${tag}&limit=100`);
  const rows: { name: string; phone_number: string; custom_fields: Record<string, string> }[] = body.data;
  return Object.fromEntries(rows.map((row) => [row.name, row]));
}

test("a file of several countries names the country of each row", async () => {
  const file = [
    "Name,Phone,Land",
    "a,0151 23450001,Deutschland",
    "b,0664 1234501,Österreich",
    "c,11 96123-4501,BR",
    "d,0151 23450002,",
    "e,+44 7400 123401,Brasil",
    "f,07400 123402,+44",
    "g,0151 23450003,Narnia",
  ].join("\n");
  const job = await importFile(waypost, file, "?default_country=DE&set=%7B%22tags%22%3A%22lands%22%7D");
  expect(job).toMatchObject({ created: 6, refused: 1 });
  const found = await contactsOf("lands");
  const numbers = Object.entries(found).map(([name, { phone_number }]) => `${name} ${phone_number}`);
  expect(numbers.toSorted()).toEqual([
    ...["a +4915123450001", "b +436641234501", "c +5511961234501", "d +4915123450002", "e +447400123401"],
    "f +447400123402",
  ]);
  expect(found.a?.custom_fields).toEqual({ Land: "Deutschland" });
});

test("a mobile number comes before a landline, and that there are several is said", async () => {
  const file =
    "Name,Phone Number,Mobile Phone Number,Reachable\nAda,030 1234567,0151 23450011,0151 23450012\nBo,030 1234568,,0151 23450013\n";
  const body = await preview(file);
  expect(body.columns).toMatchObject([
    { header: "Name", choice: null },
    { header: "Phone Number", field: "phone_number", choice: 2 },
    { header: "Mobile Phone Number", field: "phone_number", choice: 1 },
    { header: "Reachable", field: "custom_fields.Reachable", choice: null },
  ]);
  expect(body.records).toMatchObject([
    { contact: { phone_number: "+4915123450011", custom_fields: { "Phone Number": "030 1234567" } } },
    { contact: { phone_number: "+49301234568" } },
  ]);
  expect(body.warnings).toEqual([
    {
      code: "several_phone_columns",
      detail: expect.stringContaining("'Mobile Phone Number', then 'Phone Number'"),
    },
    { code: "unused_phone_column", detail: expect.stringContaining("'Reachable'") },
  ]);
});

test("national digits are the file's country's; those that could be another's are counted, and three are shown", async () => {
  const numbers = ["51991234567", "84991234567", "49991234567", "33991234567", "92991234567", "11961234567"];
  const { records, ambiguous_numbers, warnings } = await preview(`phone\n${numbers.join("\n")}\n`, "BR");
  expect(records.map(({ contact }: { contact: { phone_number: string } }) => contact.phone_number)).toEqual(
    numbers.slice(0, 5).map((digits) => `+55${digits}`),
  );
  expect(ambiguous_numbers).toMatchObject({
    ...{ looked_at: 6, count: 4 },
    examples: [
      { line: 2, written: "51991234567", taken: "+5551991234567", other: "+51991234567" },
      { line: 3 },
      { line: 4 },
    ],
  });
  expect(warnings).toEqual([
    { code: "ambiguous_numbers", detail: expect.stringContaining("read as numbers of BR") },
  ]);
});

test.each([false, true])("an import counts those of the whole file, dry run: %s", async (isDryRun) => {
  const clear = Array.from({ length: 1200 }, (_, n) => `11 9${String(61230000 + n)}`);
  const file = ["phone", ...clear, "51991234561", "84991234562", "49991234563", "33991234564"].join("\n");
  const job = await importFile(waypost, file, `?default_country=BR&dry_run=${isDryRun}`);
  expect(job).toMatchObject({ status: "completed", records: 1204, refused: 0 });
  expect(job.ambiguous_numbers).toEqual({
    count: 4,
    examples: [
      { line: 1202, written: "51991234561", taken: "+5551991234561", other: "+51991234561" },
      { line: 1203, written: "84991234562", taken: "+5584991234562", other: "+84991234562" },
      { line: 1204, written: "49991234563", taken: "+5549991234563", other: "+49991234563" },
    ],
  });
  const { body } = await waypost.call("GET", `/v1/contacts/imports/${job.id}`);
  expect(body.columns).toEqual([{ header: "phone", field: "phone_number" }]);
});

test("of two numbers in a cell the first is taken and the second kept, and so is what stands beside a number", async () => {
  const file =
    "Name;Telefon;Mail\nAda;+49 151 23450021 / 030 1234567;ada21@example.com ::: a@example.org\nBo;0151 23450022 x12;\nCy;0151 23450023/24;cy@example.com\n";
  const job = await importFile(waypost, file, "?default_country=DE&set=%7B%22tags%22%3A%22cells%22%7D");
  expect(job).toMatchObject({ created: 3, incomplete: 1 });
  expect(job.refused_lines[0].detail).toBe(
    'Telefon: "0151 23450023/24" could be +4915123450023 or +4915123450024; write the one that it is',
  );
  const { Ada, Bo, Cy } = await contactsOf("cells");
  expect(Ada).toMatchObject({
    ...{ phone_number: "+4915123450021", email: "ada21@example.com" },
    custom_fields: { Telefon: "+49301234567", Mail: "a@example.org" },
  });
  expect(Bo).toMatchObject({
    phone_number: "+4915123450022",
    custom_fields: { Telefon: "0151 23450022 x12" },
  });
  expect(Cy).toMatchObject({ phone_number: null });
});

test("the answer of a preview is as its schema says", async () => {
  const document = (await (await fetch(`${waypost.url}/openapi.json`)).json()) as ApiDocument;
  const answer = document.paths["/v1/contacts/import/preview"]?.post?.responses["200"];
  const schema = answer?.content?.["application/json"]?.schema;
  const body = await preview("phone,Handy,email\nx,0151 23450031,\n,,y@\n84991234567,,a@example.com\n", "BR");
  expect(body.records).toMatchObject([{ refusal: { code: "invalid_phone_number" } }, { contact: null }, {}]);
  expect(schema && createComplaints(document)(schema, body)).toBeNull();
});

test.each([
  ["4915123457114.0", 201, "+4915123457114"],
  ["+49 30 1234567/68", 422, "could be +49301234567 or +49301234568"],
  ["99999999999999", 422, "is no number that any country has"],
  ["0151 23457114", 422, "has no country code"],
])("a contact and a message to %s: %d", async (written, status, says) => {
  const contact = await waypost.call("POST", "/v1/contacts", { phone_number: written });
  expect([contact.status, JSON.stringify(contact.body)]).toEqual([status, expect.stringContaining(says)]);
  const content = { body: "Hi" };
  const message = { channel_id: waypost.channelId, to: written, type: "text", content };
  const sent = await waypost.call("POST", "/v1/messages", message);
  expect(JSON.stringify(sent.body)).toContain(status === 201 ? '"to":"4915123457114"' : says);
});
