/** Keys of paired numbers are written for those who hold the session, and for nobody else. */
import { expect, test } from "bun:test";
import { listSessionKeys, type SessionWrite, writeSessionKeys } from "../../db/whatsapp-web/keys.ts";
import type { HeldSession } from "../../db/whatsapp-web/sessions.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();

/** A session that a daemon holds, with a key. */
async function session(channelId: string): Promise<HeldSession> {
  const held = { organizationId: "org_test", channelId, daemonId: "daemon", fence: 3 };
  await database.sql`
    insert into web_sessions (organization_id, channel_id, data_key, owner, fence)
    values ('org_test', ${channelId}, 'key', 'daemon', 3)`;
  await write([{ held, credentials: null, keys: [{ id: "old", value: "there" }] }]);
  return held;
}

type Given = { held: HeldSession; credentials: string | null; keys: { id: string; value: string | null }[] };

function write(given: Given[]): Promise<string[]> {
  const writes: SessionWrite[] = given.map(({ held, credentials, keys }) => ({
    held,
    credentials: credentials === null ? null : { value: Buffer.from(credentials), paired: true },
    keys: keys.map(({ id, value }) => ({
      ...{ category: "session", id },
      value: value === null ? null : Buffer.from(value),
    })),
  }));
  return writeSessionKeys(database.sql, "daemon", writes);
}

async function kept(held: HeldSession) {
  const keys = await listSessionKeys(database.sql, held, "session");
  const [row] =
    await database.sql`select credentials, paired from web_sessions where channel_id = ${held.channelId}`;
  return {
    keys: keys.map(({ id, value }) => [id, String(value)]),
    login: String(row?.credentials),
    paired: row?.paired,
  };
}

test("new, changed and removed keys are written, and a login where there is one", async () => {
  const held = await session("ch_written");
  expect(await write([{ held, credentials: "login", keys: [{ id: "new", value: "1" }] }])).toEqual([]);
  expect(await kept(held)).toEqual({
    keys: [
      ["old", "there"],
      ["new", "1"],
    ],
    login: "login",
    paired: true,
  });
  expect(
    await write([
      {
        held,
        credentials: null,
        keys: [
          { id: "old", value: null },
          { id: "new", value: "2" },
        ],
      },
    ]),
  ).toEqual([]);
  expect(await kept(held)).toEqual({ keys: [["new", "2"]], login: "login", paired: true });
});

test("nothing is written of a session that is another's, and the caller learns it; others are written", async () => {
  const [mine, lost] = [await session("ch_mine"), await session("ch_lost")];
  const keys = [
    { id: "old", value: null },
    { id: "new", value: "1" },
  ];
  const taken = { ...lost, fence: 2 };
  expect(
    await write([
      { held: mine, credentials: "login", keys },
      { held: taken, credentials: "login", keys },
    ]),
  ).toEqual(["ch_lost"]);
  expect(await kept(mine)).toEqual({ keys: [["new", "1"]], login: "login", paired: true });
  expect(await kept(lost)).toEqual({ keys: [["old", "there"]], login: "null", paired: false });
});
