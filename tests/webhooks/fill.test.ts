/** How many files of events are in memory at once. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { newId } from "../../daemon/lib/ids.ts";
import { createFolderStore } from "../../daemon/media/stores/folder-store.ts";
import { FILE_BYTES } from "../../daemon/webhooks/forms/file-data.ts";
import { createWithFiles } from "../../daemon/webhooks/forms/fill.ts";
import type { Written } from "../../daemon/webhooks/forms/requests.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";

const [ours, theirs] = [newId("org"), newId("org")];
const store = createFolderStore(temporaryFolder("files"));

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** What a delivery of an organisation posts that has a file of this size. */
async function requestWith(organizationId: string, size: number): Promise<Written> {
  const { sql } = database;
  const id = newId("med");
  const row = {
    organization_id: organizationId,
    id,
    direction: "outbound",
    kind: "document",
    status: "stored",
  };
  await sql`insert into media ${sql({ ...row, size })}`;
  return { body: '{"data":"here"}', files: { here: id } };
}

/** Deliveries of files of this size that don't end before `end` is called; `working` are the endpoints whose work has begun. */
async function site(size: number) {
  const withFiles = createWithFiles({ sql: database.sql, store });
  const requests = new Map<string, Written>();
  for (const one of [ours, theirs]) requests.set(one, await requestWith(one, size));
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const working: string[] = [];
  const deliver = async (endpointId: string, organizationId = ours) =>
    await withFiles({ organizationId, endpointId }, requests.get(organizationId) ?? null, async () => {
      working.push(endpointId);
      await ended;
    });
  return { working, end, deliver, withFiles };
}

test.each([
  ["large", FILE_BYTES + 1, 2],
  ["usual", FILE_BYTES, 31],
])(
  "a slow endpoint has %s files in memory as often as it may, and another one still goes",
  async (_, size, most) => {
    const { working, end, deliver } = await site(size);
    const slow = Array.from({ length: most + 5 }, () => deliver("slow"));
    await until(() => working.length >= most);
    const other = deliver("other");
    await until(() => working.includes("other"));
    expect(working.filter((one) => one === "slow")).toHaveLength(most);
    end();
    await Promise.all([...slow, other]);
    expect(working).toHaveLength(most + 6);
  },
);

test("an organisation whose endpoints are slow leaves others room, however many it has", async () => {
  const { working, end, deliver } = await site(FILE_BYTES + 1);
  const slow = Array.from({ length: 9 }, (_, nth) => deliver(`slow ${nth}`));
  await until(() => working.length === 3);
  const other = deliver("other", theirs);
  await until(() => working.includes("other"));
  expect(working).toHaveLength(4);
  end();
  await Promise.all([...slow, other]);
});

test("what has no files waits for nobody", async () => {
  const { working, end, deliver, withFiles } = await site(FILE_BYTES + 1);
  const all = ["one", "two", "three"].map((one) => deliver(one));
  await until(() => working.length === 3);
  const plain = { body: "{}" };
  expect(await withFiles({ organizationId: ours, endpointId: "four" }, plain, async (given) => given)).toBe(
    plain,
  );
  end();
  await Promise.all(all);
});
