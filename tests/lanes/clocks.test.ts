import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { freePort } from "../../scripts/lib/free-port.ts";
import { type Answer, caller } from "../support/daemon.ts";
import { prepareSite, type Site } from "../support/daemon-process.ts";
import { eventually } from "../support/until.ts";

const SHIFTED = `--preload=${join(import.meta.dir, "../support/shifted-clock.ts")}`;
/** A lane that asks again and again makes some 300 a second; looking for the attempt makes a few dozen. */
const MOST_TRANSACTIONS_A_SECOND = 150;

describe.each([30_000, -30_000])("a daemon whose clock is %d ms ahead of the database's", (ahead) => {
  let site: Site;
  let call: (method: string, path: string, body?: unknown) => Promise<Answer>;
  beforeAll(async () => {
    const port = freePort();
    site = await prepareSite(port, {});
    const daemon = await site.start(port, { BUN_OPTIONS: SHIFTED, CLOCK_AHEAD_MS: String(ahead) });
    call = caller(daemon.url, site.key);
  });
  afterAll(() => site.stop());

  test("sends what is scheduled at the database's time, and asks seldom until then", async () => {
    const { body } = await call("POST", "/v1/messages", {
      channel_id: site.channelId,
      to: "14155550100",
      type: "text",
      content: { body: "x" },
      scheduled_at: new Date(Date.now() + 60_000).toISOString(),
    });
    await site.sql`update lane_items set due_at = now() + interval '4 seconds' where item_id = ${body.id}`;
    await site.sql`select wake_lane(${site.organizationId}, 'channel', ${site.channelId})`;
    const [due] = await site.sql`select due_at from lane_items where item_id = ${body.id}`;
    const began = await transactions();
    const attempt = await firstAttempt(body.id);
    expect(attempt.started_at.getTime()).toBeGreaterThanOrEqual(due?.due_at.getTime());
    const ended = await transactions();
    const perSecond = (ended.count - began.count) / ((ended.at - began.at) / 1000);
    expect(perSecond).toBeLessThan(MOST_TRANSACTIONS_A_SECOND);
  });

  test("holds a message back until its time, and no message whose time has passed", async () => {
    const scheduled = async (seconds: number) => {
      const { body } = await call("POST", "/v1/messages", {
        channel_id: site.channelId,
        to: "14155550101",
        type: "text",
        content: { body: "x" },
        scheduled_at: new Date(Date.now() + seconds * 1000).toISOString(),
      });
      return (await site.sql`select scheduled_at from messages where id = ${body.id}`)[0]?.scheduled_at;
    };
    expect(await scheduled(15)).not.toBeNull();
    expect(await scheduled(-15)).toBeNull();
  });

  test("tries a delivery that failed again when its time has come by the database's clock", async () => {
    const receiver = Bun.serve({ port: 0, fetch: () => new Response("no", { status: 500 }) });
    const { body: endpoint } = await call("POST", "/v1/settings/developer/webhooks/endpoints", {
      url: `http://127.0.0.1:${receiver.port}/`,
    });
    await call("POST", `/v1/settings/developer/webhooks/endpoints/${endpoint.id}/test`, {});
    const [first] = await untilRows(
      () => site.sql`
        select event_id, finished_at, next_attempt_at from deliveries
        where endpoint_id = ${endpoint.id} and attempt = 1 and finished_at is not null`,
    );
    const [second] = await untilRows(
      () => site.sql`
        select finished_at from deliveries
        where event_id = ${first?.event_id} and attempt = 2 and finished_at is not null`,
    );
    await receiver.stop(true);
    expect(first?.next_attempt_at - first?.finished_at).toBeWithin(3900, 6100);
    expect(second?.finished_at.getTime()).toBeGreaterThanOrEqual(first?.next_attempt_at.getTime());
  });

  /** How many transactions the database has committed, as of its clock. */
  async function transactions(): Promise<{ count: number; at: number }> {
    const [row] = await site.sql`
      select xact_commit as count, clock_timestamp() as at from pg_stat_database where datname = current_database()`;
    return { count: row?.count, at: row?.at.getTime() };
  }

  async function firstAttempt(messageId: string) {
    const [row] = await untilRows(
      () => site.sql`select started_at from message_attempts where message_id = ${messageId}`,
    );
    return row as { started_at: Date };
  }

  // biome-ignore lint/suspicious/noExplicitAny: rows of several tables
  type Row = Record<string, any>;
  const untilRows = (read: () => PromiseLike<Row[]>): Promise<Row[]> =>
    eventually("row", async () => {
      const rows = await read();
      return rows.length > 0 && rows;
    });
});
