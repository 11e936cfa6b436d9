import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestDaemon, type TestDaemon } from "../support/daemon.ts";
import { importFile } from "./support.ts";

let waypost: TestDaemon;
beforeAll(async () => {
  waypost = await startTestDaemon();
});
afterAll(() => waypost.stop());

const contacts = () =>
  waypost.sql`select phone_number, name, email, custom_fields from contacts order by created_at, id`;

test("a CSV file becomes contacts, and tells of its end", async () => {
  const text =
    'Phone,Name,E-mail,City\r\n+49 151 23456789,"Müller, Anna",anna@example.com,Berlin\r\n12-ab,Bob,,\r\n';
  const job = await importFile(waypost, text);
  expect(job).toMatchObject({ status: "completed", records: 2, created: 1, refused: 1, encoding: "utf-8" });
  expect(job.refused_lines).toEqual([
    { line: 3, code: "invalid_phone_number", detail: expect.any(String), record: "12-ab,Bob,," },
  ]);
  const [anna] = await contacts();
  expect(anna).toMatchObject({
    phone_number: "+4915123456789",
    name: "Müller, Anna",
    email: "anna@example.com",
  });
});
