/** A daemon that starts on a restored backup: what waited in it may have been sent since the backup was made. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { connect, type Sql } from "../../db/connection/client.ts";
import { treatPiece } from "../../db/maintenance/copies.ts";
import { agentOf } from "../approvals/support.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";

let database: TestDatabase;
let waypost: OwnDaemon;
beforeEach(async () => {
  database = await testDatabase();
  waypost = await startTestDaemon({ databaseUrl: database.url });
  await settings({ paused: true });
});
afterEach(async () => {
  await waypost.stop();
  await database.drop();
});

const settings = (settings: object) =>
  waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings });

async function accept(more: object = {}): Promise<string> {
  const content = { body: "Hello" };
  const message = { channel_id: waypost.channelId, to: "14155550101", type: "text", content, ...more };
  return (await waypost.call("POST", "/v1/messages", message)).body.id;
}

/** In place of the database comes a copy, as when a dump is read into a new one: a quick one. */
async function restoreDump(): Promise<void> {
  const url = new URL(database.adminUrl);
  const name = url.pathname.slice(1);
  url.pathname = "/postgres";
  const server = connect(url.href, { max: 1, statementTimeoutMs: 0 });
  try {
    await server`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
    await server`alter database ${server(name)} rename to ${server(`${name}_old`)}`;
    const owner = new URL(database.url).username;
    await server`create database ${server(name)} owner ${server(owner)} template ${server(`${name}_old`)} strategy file_copy`;
    await server`drop database ${server(`${name}_old`)}`;
  } finally {
    await server.end();
  }
}

/** As after a recovery from a base backup, or the promotion of a standby: what was seen so long before was of an earlier timeline. */
const recover = (sql: Sql, before: string) => sql`
  update database_copy set timeline = timeline - 1, seen_at = now() - ${before}::interval`;

const restored = async () => (await waypost.call("GET", "/v1/diagnostics")).body.database.restored;

async function ends(id: string) {
  await settings({ paused: false });
  const { status, error, possible_duplicate } = await waypost.until(id, "read", "failed");
  return { status, code: error?.code, possible_duplicate };
}

test("what waited in a dump is sent and says that it may be a second copy", async () => {
  const id = await accept();
  await waypost.restart(restoreDump);
  expect(await ends(id)).toEqual({ status: "read", code: undefined, possible_duplicate: true });
  expect(await restored()).toMatchObject({ marked: 1, failed: 0, broadcasts: 0 });
  const { body } = await waypost.call("GET", `/v1/messages/${id}/timeline`);
  expect(JSON.stringify(body)).toContain("restored from a backup");
});

test("what waited in a dump is not sent by a channel that sends at most once", async () => {
  await settings({ paused: true, delivery: "at_most_once" });
  const id = await accept();
  const later = await accept({ scheduled_at: new Date(Date.now() + 3600_000).toISOString() });
  await waypost.restart(restoreDump);
  expect(await ends(id)).toEqual({ status: "failed", code: "outcome_unknown", possible_duplicate: false });
  // its time had not come
  const { status } = (await waypost.call("GET", `/v1/messages/${later}`)).body;
  expect(status).toBe("scheduled");
  expect(await restored()).toMatchObject({ marked: 0, failed: 1 });
});

test("what waited in a base backup of an hour ago is marked, too", async () => {
  const id = await accept();
  await waypost.restart(() => recover(database.sql, "1 hour"));
  expect(await ends(id)).toMatchObject({ status: "read", possible_duplicate: true });
});

test("an approval that waited is refused and says why: its send may have been approved since", async () => {
  const agent = await agentOf(waypost);
  const { id } = (await agent.send("14155550101")).body;
  await waypost.restart(restoreDump);
  const decided = await waypost.call("POST", `/v1/approvals/${id}/approve`);
  expect([decided.status, decided.body.code]).toEqual([409, "approval_decided"]);
  const { body } = await agent.call("GET", `/v1/approvals/${id}`);
  expect(body).toMatchObject({
    status: "refused",
    decided_by: null,
    reason: expect.stringContaining("restored from a backup"),
  });
  const [said] = await waypost.sql`select body from events where type = 'approval.decided'`;
  expect(JSON.parse(said?.body)).toMatchObject({ approval_id: id, status: "refused" });
});

test("what waited is marked piece by piece, also where the daemon that began with it is gone", async () => {
  const ids = [await accept(), await accept(), await accept()];
  const agent = await agentOf(waypost);
  await agent.send("14155550101");
  await waypost.restart(async () => {
    await restoreDump();
    await treatPiece(database.sql, 1, []);
  });
  for (const id of ids) expect(await ends(id)).toMatchObject({ possible_duplicate: true });
  expect(await restored()).toMatchObject({ marked: 3, failed: 0 });
});

test("a message that was accepted after the restore is marked as nothing", async () => {
  await waypost.restart(restoreDump);
  expect(await ends(await accept())).toMatchObject({ status: "read", possible_duplicate: false });
});

test.each([
  ["a restart", async () => {}],
  ["the promotion of a standby", () => recover(database.sql, "1 minute")],
  [
    "an upgrade of Postgres, which begins its timelines anew,",
    () => database.sql`update database_copy set timeline = 9, seen_at = now() - interval '1 hour'`,
  ],
])("%s marks nothing", async (_, happens) => {
  const id = await accept();
  await waypost.restart(happens);
  expect(await ends(id)).toMatchObject({ status: "read", possible_duplicate: false });
  expect(await restored()).toBeNull();
});

test("a broadcast that ran is paused", async () => {
  const { sql, organizationId } = waypost;
  await sql`
    insert into broadcasts (organization_id, id, name, status, channel_ids, plan, author, starts_at)
    values
      (${organizationId}, 'bc_ran', 'Ran', 'running', ${[waypost.channelId]}, '{}', '', null),
      (${organizationId}, 'bc_due', 'Due', 'scheduled', ${[waypost.channelId]}, '{}', '', now()),
      (${organizationId}, 'bc_later', 'Later', 'scheduled', ${[waypost.channelId]}, '{}', '', now() + interval '1 hour')`;
  await waypost.restart(restoreDump);
  const rows = await sql`select id, status from broadcasts order by id`;
  expect(rows.map(({ id, status }) => `${id} ${status}`)).toEqual([
    "bc_due paused",
    "bc_later scheduled",
    "bc_ran paused",
  ]);
  expect(await restored()).toMatchObject({ broadcasts: 2 });
});
