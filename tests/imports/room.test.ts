/** The space that files of contacts may take until they are imported. */
import { beforeEach, expect, test } from "bun:test";
import { insertImport } from "../../db/imports/imports.ts";
import { LONG_MS } from "../support/long.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { importFile, upload } from "./support.ts";

const waypost = sharedDaemon();
const GIGABYTE = 1_000_000_000;
const FILE = "phone_number\n+4915100000701\n";

/** Imports that wait for others, and are never taken up. */
const wait = (count: number, bytes: number) => waypost.sql`
  insert into imports (organization_id, id, status, format, encoding, dry_run, on_error, settings, place_offset,
    place_line, bytes)
  select ${waypost.organizationId}, 'imp_' || n, 'queued', 'csv', 'utf-8', false, 'skip', '{}', 0, 1, ${bytes}::bigint
  from generate_series(1, ${count}::integer) as n`;
beforeEach(async () => {
  await waypost.sql`delete from imports`;
  await waypost.sql`update organizations set most_media_gb = 1`;
});

const refusal = (detail: string) => ({
  status: 507,
  body: expect.objectContaining({ error: expect.stringContaining(detail) }),
});

test("beyond a hundred that wait, another is refused, also of those that come at once", async () => {
  await wait(100, 1);
  expect(await upload(waypost, FILE)).toMatchObject(refusal("100 imports have not ended"));
  const row = (n: number) => ({
    ...{
      organization_id: waypost.organizationId,
      id: `imp_new_${n}`,
      format: "csv" as const,
      encoding: "utf-8",
    },
    ...{ file_name: null, dry_run: true, on_error: "skip" as const, default_country: null, settings: "{}" },
    ...{ place_offset: 0, place_line: 1 },
  });
  const begun = Array.from({ length: 8 }, (_, n) => insertImport(waypost.sql, row(n), 103));
  expect((await Promise.all(begun)).filter((isBegun) => isBegun)).toHaveLength(3);
});

test(
  "files that wait count into the space for files, and a larger one is refused while it comes",
  async () => {
    await wait(1, GIGABYTE);
    expect(await upload(waypost, FILE)).toMatchObject(refusal("may take 1 GB, which is used up"));
    await waypost.sql`update imports set bytes = ${GIGABYTE - 2 * 1024 ** 2}`;
    const line = `+4915100000702,${"x".repeat(1000)}\n`;
    const large = `phone_number,note\n${line.repeat(20_000)}`;
    expect(await upload(waypost, large)).toMatchObject(refusal("which is used up"));
    expect(await waypost.sql`select from imports`).toHaveLength(1);
    expect(await waypost.sql`select from import_parts`).toHaveLength(0);
  },
  LONG_MS,
);

test("once it is imported, a file takes nothing", async () => {
  await importFile(waypost, FILE);
  await waypost.sql`update imports set bytes = ${2 * GIGABYTE} where status = 'completed'`;
  expect((await importFile(waypost, FILE)).status).toBe("completed");
});
