/** The size of an organisation's stored files is known, whichever part stores, changes and removes them. */
import { afterEach, expect, test } from "bun:test";
import { NO_MEASURES } from "../../daemon/media/measure/measures.ts";
import { expiredMedia, finishMedia, forgetMedia } from "../../db/media/media.ts";
import { mediaUsage } from "../../db/media/usage.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";

let database: TestDatabase;
afterEach(() => database.drop());

/** Files that wait to be fetched, or are what `columns` says. */
async function insert(organizationId: string, ids: string[], columns: object = {}) {
  for (const id of ids)
    await database.sql`insert into media ${database.sql({
      ...{ organization_id: organizationId, id, channel_id: "ch", message_id: crypto.randomUUID() },
      ...{ provider_media_id: id, kind: "image", ...columns },
    })}`;
}

const finish = (
  organizationId: string,
  id: string,
  status: "stored" | "failed" | "pending",
  size: number | null,
) =>
  finishMedia(database.sql, { organizationId, channelId: "ch" }, [
    { id, status, size, mime_type: null, sha256: null, error: null, retry_after: null, ...NO_MEASURES },
  ]);

const bytes = async (organizationId: string) => {
  const [row] = await database.sql`select bytes from media_usage where organization_id = ${organizationId}`;
  return row?.bytes ?? 0;
};

test("files count once they are stored, and not when they wait or failed", async () => {
  database = await testDatabase();
  await insert("org_a", ["a", "b", "c"]);
  await insert("org_b", ["d"]);
  await finish("org_a", "a", "stored", 100);
  await finish("org_a", "b", "stored", 20);
  await finish("org_a", "c", "pending", 5000);
  await finish("org_a", "c", "failed", null);
  await finish("org_b", "d", "stored", 3);
  expect([await bytes("org_a"), await bytes("org_b")]).toEqual([120, 3]);
});

test("a file that is fetched again counts with its new size, one that is given up not any more", async () => {
  database = await testDatabase();
  await insert("org_a", ["a", "b"]);
  await finish("org_a", "a", "stored", 100);
  await finish("org_a", "a", "stored", 70);
  expect(await bytes("org_a")).toBe(70);
  await finish("org_a", "b", "stored", 5);
  await database.sql`update media set status = 'failed' where id = 'a'`;
  expect(await bytes("org_a")).toBe(5);
});

test("what retention removes counts no longer, of several organisations at once", async () => {
  database = await testDatabase();
  await insert("org_a", ["a", "b", "c"]);
  await insert("org_b", ["d"]);
  await insert("org_c", ["e"]);
  for (const [organization, id] of [
    ["org_a", "a"],
    ["org_a", "b"],
    ["org_b", "d"],
  ] as const)
    await finish(organization, id, "stored", 50);
  await database.sql`update media set created_at = now() - interval '2 days' where id <> 'b'`;
  await forgetMedia(
    database.sql,
    await expiredMedia(database.sql, { before: new Date(Date.now() - 86_400_000) }, 100),
  );
  expect([await bytes("org_a"), await bytes("org_b"), await bytes("org_c")]).toEqual([50, 0, 0]);
});

test.each([
  ["the installation's", null, 5, 5_000_000_000],
  ["its own", 3, 5, 3_000_000_000],
  ["no limit of the installation", null, 0, null],
  ["no limit of its own", 0, 5, null],
])("an organisation may have %s", async (_, own, gigabytes, most_bytes) => {
  database = await testDatabase();
  await database.sql`
    insert into organizations (organization_id, name, most_media_gb) values ('org_a', 'A', ${own})`;
  expect(await mediaUsage(database.sql, "org_a", gigabytes)).toEqual({ bytes: 0, most_bytes });
  await insert("org_a", ["a"]);
  await finish("org_a", "a", "stored", 12);
  expect(await mediaUsage(database.sql, "org_a", gigabytes)).toEqual({ bytes: 12, most_bytes });
});
