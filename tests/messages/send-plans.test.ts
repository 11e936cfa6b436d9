/** That what sends and statuses write is found by its key, whether statistics lack or say that the tables are small. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import { claimInbound, writeInbound } from "../../db/inbound/inbound.ts";
import { storeWebhooks } from "../../db/inbound/webhooks.ts";
import { claimLane } from "../../db/lanes/lanes.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { finishSends, startSends } from "../../db/messages/sends.ts";
import { sharedDatabase } from "../support/shared-database.ts";
import { textInput } from "./text-input.ts";

const channel = { organizationId: "org_test", channelId: "ch_test" };
const ofChannel = { organization_id: "org_test", channel_id: "ch_test" };
const MESSAGES = 600;
/** More than after which Postgres keeps one plan for all. */
const ROUNDS = 10;
const BATCH = 20;
const ids = Array.from({ length: MESSAGES }, () => Bun.randomUUIDv7());

const database = sharedDatabase();
beforeAll(async () => {
  const { sql } = database;
  await makePartitions(sql);
  await sql`
    insert into channels (organization_id, id, platform, status, name)
    values ('org_test', 'ch_test', 'whatsapp_official', 'connected', 'Test')`;
  await claimLane(sql, { organizationId: "org_test", kind: "channel", laneId: "ch_test" }, "daemon");
  await acceptMessages(
    sql,
    ids.map((id, n) => textInput({ id, address: String(14155550100 + n) })),
  );
  await startSends(sql, channel, "daemon", ids);
});

test("a batch of results reads its own attempts and messages while statistics lack", async () => {
  const results = ids.slice(-BATCH).map((id) => ({ ...sentResult(id), result: "{}" }));
  const read = await readBy((sql) => finishSends(sql, channel, results));
  expect(read.attempts).toBeLessThanOrEqual(4 * BATCH);
  expect(read.messages).toBeLessThanOrEqual(8 * BATCH);
  const [{ outcomes, findings } = {}] = await database.sql`
    select (select count(*) from message_attempts where outcome = 'sent')::integer as outcomes,
      (select count(*) from messages where result = '{}')::integer as findings`;
  expect({ outcomes, findings }).toEqual({ outcomes: BATCH, findings: BATCH });
});

describe("when the statistics are of a small table", () => {
  beforeAll(async () => {
    await database.sql`analyze`;
  });

  test("a result reads its own attempt and message", async () => {
    const read = await readBy(async (sql) => {
      for (const message_id of ids.slice(0, ROUNDS))
        await finishSends(sql, channel, [sentResult(message_id)]);
    });
    expect(read.attempts).toBeLessThanOrEqual(4 * ROUNDS);
    expect(read.messages).toBeLessThanOrEqual(8 * ROUNDS);
  });

  test("a status reads its own message", async () => {
    await storeWebhooks(database.sql, "whatsapp_official", [{ route: "route", body: "{}" }]);
    const holder = crypto.randomUUID();
    const { routes = [] } = (await claimInbound(database.sql, holder, 1)) ?? {};
    const read = await readBy(async (sql) => {
      for (const message_id of ids.slice(ROUNDS, 2 * ROUNDS))
        await writeInbound(sql, { holder, routes }, [
          { kind: "statuses", ...ofChannel, given: [deliveredStatus(message_id)] },
        ]);
    });
    expect(read.messages).toBeLessThanOrEqual(8 * ROUNDS);
  });
});

type RowsRead = { attempts: number; messages: number };

/** The rows that some work reads of attempts and of messages. */
async function readBy(work: (sql: Sql) => Promise<void>): Promise<RowsRead> {
  return await database.sql.begin(async (transaction) => {
    // rows that the session read before, and has not reported yet, are counted, too
    const before = await rowsRead(transaction);
    await work(transaction as Queryable as Sql);
    const after = await rowsRead(transaction);
    return { attempts: after.attempts - before.attempts, messages: after.messages - before.messages };
  });
}

async function rowsRead(transaction: Queryable): Promise<RowsRead> {
  const [read] = await transaction<RowsRead[]>`
    select coalesce(sum(rows) filter (where relname like 'message\\_attempts\\_%'), 0)::integer as attempts,
      coalesce(sum(rows) filter (where relname like 'messages\\_%'), 0)::integer as messages
    from (select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables) as read`;
  return read ?? { attempts: Number.NaN, messages: Number.NaN };
}

function sentResult(message_id: string) {
  const nothing = { error: null, retry_after: null, result: null };
  return {
    message_id,
    attempt: 1,
    outcome: "sent" as const,
    provider_message_id: message_id,
    silent: false,
    ...nothing,
  };
}

function deliveredStatus(message_id: string) {
  const at = new Date();
  return { message_id, provider_message_id: message_id, status: "delivered", at, error: null, pricing: null };
}
