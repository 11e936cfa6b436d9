/** A daemon behind PgBouncer in transaction mode. Passed over where there is no pgbouncer. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createLog } from "../../daemon/lib/log.ts";
import { startDaemon } from "../../daemon/start/daemon.ts";
import { explainFailedStart } from "../../daemon/start/failed-start.ts";
import { connect } from "../../db/connection/client.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { testDatabase } from "../support/database.ts";
import { PGBOUNCER, type PgBouncer, startPgBouncer } from "../support/pgbouncer.ts";

const title = PGBOUNCER === null ? "passed over: there is no pgbouncer here" : "behind PgBouncer";
describe.skipIf(PGBOUNCER === null)(title, () => {
  let bouncer: PgBouncer;
  let dropping: PgBouncer;
  let daemon: OwnDaemon;

  beforeAll(async () => {
    const { url, drop } = await testDatabase();
    await drop();
    const ignored = [
      ...[
        "TimeZone",
        "jit",
        "enable_seqscan",
        "statement_timeout",
        "idle_in_transaction_session_timeout",
        "options",
      ],
      ...[
        "tcp_keepalives_idle",
        "tcp_keepalives_interval",
        "tcp_keepalives_count",
        "tcp_user_timeout",
        "lock_timeout",
      ],
      ...["waypost.outcome_grace_seconds", "waypost.sandbox", "waypost.direct"],
    ];
    [bouncer, dropping] = await Promise.all([
      startPgBouncer(url),
      startPgBouncer(url, [`ignore_startup_parameters = ${ignored.join(",")}`]),
    ]);
    daemon = await startTestDaemon({ pooled: bouncer.through });
  });
  afterAll(async () => {
    await daemon.stop();
    await Promise.all([bouncer.stop(), dropping.stop()]);
  });

  const start = (databaseUrl: string, pooledUrl?: string) =>
    startDaemon({
      config: daemon.config,
      ...{ databaseUrl, pooledUrl, secrets: daemon.secrets, log: createLog("silent") },
    }).then(
      () => "it started",
      (cause: unknown) => explainFailedStart(cause),
    );

  test("messages that are sent at once all arrive, with few connections for all", async () => {
    const sent = await Promise.all(
      Array.from({ length: 30 }, (_, number) =>
        daemon.call("POST", "/v1/messages", {
          channel_id: daemon.channelId,
          to: `+141555501${10 + number}`,
          type: "text",
          content: { text: "hello" },
        }),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201));
    for (const { body } of sent) await daemon.until(body.id, "sent", "delivered", "read");
    const { body } = await daemon.call("GET", "/v1/health");
    expect(body.status).toBe("ok");
  });

  test("its sessions there have the settings of all sessions", async () => {
    const rows = await daemon.sql<{ kept: string[] }[]>`
      select setconfig as kept from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())`;
    expect(rows[0]?.kept).toContain("enable_seqscan=off");
    const [own] = await daemon.sql`select in_sandbox() as sandbox, outcome_grace()::text as grace`;
    expect(own).toEqual({ sandbox: false, grace: "00:01:00" });
    await daemon.sql`update pooled_settings set value = case name when 'waypost.sandbox' then 'true' else '7' end`;
    const pooled = connect(bouncer.through(daemon.databaseUrl), { pooled: true, max: 1 });
    const [kept] = await pooled`select in_sandbox() as sandbox, outcome_grace()::text as grace`;
    await pooled.end();
    expect(kept).toEqual({ sandbox: true, grace: "00:00:07" });
  });

  test("without an address of Postgres itself it does not start, and says what to set", async () => {
    expect(await start(bouncer.through(daemon.databaseUrl))).toContain("Set DATABASE_DIRECT_URL");
    expect(await start(dropping.through(daemon.databaseUrl))).toContain("Set DATABASE_DIRECT_URL");
  });

  test("several poolers are refused: one of them finds the primary", async () => {
    const several = bouncer.through(daemon.databaseUrl).replace("127.0.0.1", "127.0.0.1:1,127.0.0.1");
    expect(await start(daemon.databaseUrl, several)).toContain("names one pooler");
  });
});
