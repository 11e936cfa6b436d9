import { expect, test } from "bun:test";
import { appendPart, forgetImports, insertImport } from "../../db/imports/imports.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { importFile } from "./support.ts";

const waypost = sharedDaemon();

const rowsOf = async (table: string) => (await waypost.sql`select from ${waypost.sql(table)}`).length;

test("contacts that an import has met are forgotten a week after its end, the rest when its retention has ended", async () => {
  const { id } = await importFile(waypost, "phone\n+4915100000001\nx\n");
  await importFile(waypost, "phone\n+4915100000002\n", "?dry_run=true");
  await forgetImports(waypost.sql, 90);
  expect(await rowsOf("import_contacts")).toBe(1);
  await waypost.sql`delete from imports where dry_run`;
  await waypost.sql`update imports set finished_at = now() - interval '8 days' where id = ${id}`;
  await forgetImports(waypost.sql, 90);
  expect([await rowsOf("import_contacts"), await rowsOf("import_refusals"), await rowsOf("imports")]).toEqual(
    [0, 1, 1],
  );
  await waypost.sql`update imports set created_at = now() - interval '91 days' where id = ${id}`;
  await forgetImports(waypost.sql, 90);
  expect([await rowsOf("import_refusals"), await rowsOf("imports")]).toEqual([0, 0]);
  expect((await waypost.call("GET", "/v1/contacts/phone/4915100000001")).status).toBe(200);
});

test("an upload that nobody continues is forgotten after an hour", async () => {
  const upload = { organization_id: waypost.organizationId, id: "imp_left" };
  const row = {
    ...upload,
    ...{
      format: "csv" as const,
      encoding: "utf-8",
      file_name: null,
      dry_run: false,
      on_error: "skip" as const,
    },
    ...{ default_country: null, settings: '{"delimiter":",","columns":[]}', place_offset: 0, place_line: 1 },
  };
  await insertImport(waypost.sql, row, 1);
  await appendPart(waypost.sql, upload, new Uint8Array([1, 2, 3]));
  await forgetImports(waypost.sql, 90);
  expect(await rowsOf("import_parts")).toBe(1);
  await waypost.sql`update imports set updated_at = now() - interval '61 minutes' where id = ${upload.id}`;
  await forgetImports(waypost.sql, 90);
  expect([await rowsOf("import_parts"), await rowsOf("imports")]).toEqual([0, 0]);
});
