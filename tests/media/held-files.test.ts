/** An uploaded file that is deleted at the moment at which a message that needs it is accepted: one of the two is refused. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect, type Sql } from "../../db/connection/client.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { expiredMedia } from "../../db/media/media.ts";
import { withdrawUpload } from "../../db/media/uploads.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { textInput } from "../messages/text-input.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { until } from "../support/until.ts";

const organization_id = "org_test";
const database = sharedDatabase();
let sessions: [Sql, Sql];
beforeAll(async () => {
  sessions = [0, 1].map(() => connect(database.url, { max: 1 })) as [Sql, Sql];
  await makePartitions(database.sql);
});
afterAll(() => Promise.all(sessions.map((session) => session.end())));

async function uploaded(): Promise<{ organization_id: string; id: string }> {
  const key = { organization_id, id: `med_${crypto.randomUUID().replaceAll("-", "")}` };
  await database.sql`insert into media ${database.sql({ ...key, kind: "image", direction: "outbound", status: "stored" })}`;
  return key;
}

const accept = (sql: Sql, media_id: string) =>
  acceptMessages(sql, [
    textInput({ type: "image", content: JSON.stringify({ media_id }), media_ids: [media_id] }),
  ]);

/** Begins work that has to wait for the other session's transaction. */
async function waiting<Value>(work: Promise<Value>): Promise<() => Promise<Value>> {
  await until(async () => {
    const stopped = await database.sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    return stopped.length > 0;
  });
  return () => work;
}

const statusOf = async (id: string) =>
  (await database.sql`select status from media where id = ${id}`)[0]?.status;

test("its deletion waits for a message that is being accepted, and is refused", async () => {
  const [first, second] = sessions;
  const key = await uploaded();
  await first`begin`;
  expect(await accept(first, key.id)).toMatchObject([{ outcome: "accepted" }]);
  const withdrawn = await waiting(withdrawUpload(second, key));
  await first`commit`;
  expect([await withdrawn(), await statusOf(key.id)]).toEqual([false, "stored"]);
});

test("a message waits for a deletion in progress, and is refused", async () => {
  const [first, second] = sessions;
  const key = await uploaded();
  await first`begin`;
  expect(await withdrawUpload(first, key)).toBe(true);
  const accepted = await waiting(accept(second, key.id));
  await first`commit`;
  expect(await accepted()).toEqual([
    { n: 0, outcome: "media_not_found", response: null, conversation_id: null, begun: false },
  ]);
  expect(await database.sql`select from lane_items where media_ids @> array[${key.id}]`).toHaveLength(0);
});

test("a file of a quick reply stays, also when files as old as it expire", async () => {
  const key = await uploaded();
  const reply = {
    organization_id,
    id: "qr_test",
    shortcut: "menu",
    title: "Menu",
    body: "x",
    media_id: key.id,
  };
  await database.sql`insert into quick_replies ${database.sql(reply)}`;
  const tomorrow = new Date(Date.now() + 86_400_000);
  expect(await withdrawUpload(database.sql, key)).toBe(false);
  const expired = async () =>
    (await expiredMedia(database.sql, { before: tomorrow }, 1000)).map(({ id }) => id);
  expect(await expired()).not.toContain(key.id);
  await database.sql`delete from quick_replies`;
  expect(await expired()).toContain(key.id);
  expect(await withdrawUpload(database.sql, key)).toBe(true);
});

test("a file of a broadcast that is not over stays, and so does one that was uploaded again", async () => {
  const key = await uploaded();
  const plan = JSON.stringify({ template: { parameters: { header: { media_id: key.id } } } });
  const row = {
    organization_id,
    id: "bc_test",
    name: "Menu",
    status: "paused",
    channel_ids: ["ch_test"],
    plan,
  };
  await database.sql`insert into broadcasts ${database.sql(row)}`;
  expect(await withdrawUpload(database.sql, key)).toBe(false);
  await database.sql`update broadcasts set status = 'completed'`;
  expect(await withdrawUpload(database.sql, key, new Date(Date.now() - 60_000))).toBe(false);
  expect(await withdrawUpload(database.sql, key)).toBe(true);
});
