/** Whatever the defaults of the server, the database or the role are: our sessions are as Waypost needs them. */
import { afterAll, expect, test } from "bun:test";
import pg from "pg";
import { connect } from "../../db/connection/client.ts";
import { pgOptions } from "../../db/connection/pg-options.ts";
import { sessionSettings } from "../../db/connection/session-settings.ts";
import { migrate } from "../../db/schema/migrate.ts";
import { importFile } from "../imports/support.ts";
import { startTestDaemon } from "../support/daemon.ts";
import { emptyDatabase, testDatabase } from "../support/database.ts";

/** Another value of each setting that changes what statements mean, or how values are written. */
const HOSTILE: Record<string, string> = {
  ...{
    TimeZone: "Asia/Tokyo",
    timezone_abbreviations: "Australia",
    DateStyle: "German",
    IntervalStyle: "iso_8601",
  },
  ...{ bytea_output: "escape", extra_float_digits: "-5", array_nulls: "off", backslash_quote: "on" },
  ...{ standard_conforming_strings: "off", transform_null_equals: "on", quote_all_identifiers: "on" },
  ...{ gin_fuzzy_search_limit: "1", row_security: "off", default_transaction_isolation: "serializable" },
  ...{ default_transaction_read_only: "on", default_transaction_deferrable: "on", exit_on_error: "on" },
  ...{ statement_timeout: "1ms", lock_timeout: "1ms", idle_session_timeout: "1ms", jit: "on" },
  ...{ idle_in_transaction_session_timeout: "1ms", client_min_messages: "error", client_encoding: "LATIN1" },
  ...{ lc_monetary: "C.UTF-8", lc_numeric: "C.UTF-8", lc_time: "C.UTF-8" },
};

/** Settings that a session may have otherwise: why. */
const HARMLESS: Record<string, string> = {
  search_path: "leads to the tables; see own-path.ts",
  ...{ default_tablespace: "where, not what", temp_tablespaces: "where, not what" },
  ...{ default_table_access_method: "how rows are kept", default_toast_compression: "how rows are kept" },
  ...{ default_text_search_config: "no text search", xmlbinary: "no XML", xmloption: "no XML" },
  ...{ check_function_bodies: "only earlier errors", icu_validation_level: "no new collations" },
  ...{ createrole_self_grant: "no roles are made", password_encryption: "no roles are made" },
  ...{ scram_iterations: "no roles are made", md5_password_warnings: "a warning" },
  ...{ gin_pending_list_limit: "how soon, not what", local_preload_libraries: "the server's own" },
  ...{ client_connection_check_interval: "sooner, not otherwise", escape_string_warning: "a warning" },
  ...{ wal_sender_timeout: "none of these sends the log" },
  ...{ synchronize_seqscans: "an order that nobody requested" },
  // Postgres before 17, or of an early minor version, takes no session that asks for them
  ...{
    transaction_timeout: "unknown to Postgres 15",
    restrict_nonsystem_relation_kind: "unknown to Postgres 15.0",
  },
  ...{ transaction_isolation: "follows its default", transaction_read_only: "follows its default" },
  ...{ transaction_deferrable: "follows its default" },
};

const OF_SPEED_OR_LOGS =
  "^(Query Tuning|Resource Usage|Reporting and Logging|Statistics|Developer|Write-Ahead|Vacuum|Autovacuum)";

const databases = [await emptyDatabase(), await testDatabase()] as const;
const [database, full] = databases;
afterAll(async () => {
  for (const one of databases) await one.drop();
});

async function beHostile({ sql, url }: { sql: typeof database.sql; url: string }): Promise<void> {
  const name = sql(new URL(url).pathname.slice(1));
  for (const [setting, value] of Object.entries(HOSTILE))
    await sql`alter database ${name} set ${sql(setting)} = ${sql.unsafe(`'${value}'`)}`;
}

test("every setting of this Postgres that a role may change is decided upon", async () => {
  const rows = await database.sql<{ name: string }[]>`
    select name from pg_settings where context = 'user' and name !~ '[.]' and category !~ ${OF_SPEED_OR_LOGS}`;
  const decided = [...Object.keys(sessionSettings()), ...Object.keys(HARMLESS)];
  expect(rows.map(({ name }) => name).filter((name) => !decided.includes(name))).toEqual([]);
  const hostile = Object.keys(sessionSettings()).filter(
    (name) => !(name in HOSTILE) && !name.startsWith("tcp_"),
  );
  expect(hostile).toEqual([]);
});

test("both drivers' sessions have what they need, whatever the database says", async () => {
  await beHostile(database);
  const wanted = sessionSettings({ statement_timeout: "30000" });
  const names = Object.keys(HOSTILE);
  const shown = `select name, setting as value from pg_settings where name = any ('{${names}}')`;
  const sql = connect(database.url, { max: 1 });
  const client = new pg.Client(pgOptions(database.url, "test"));
  await client.connect();
  for (const [rows, timeout] of [
    [await sql.unsafe<{ name: string; value: string }[]>(shown), "30000"],
    [(await client.query<{ name: string; value: string }>(shown)).rows, "0"],
  ] as const)
    expect(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).toEqual(
      Object.fromEntries(
        names.map((name) => [name, name === "statement_timeout" ? timeout : (wanted[name] ?? "")]),
      ),
    );
  await sql.end();
  await client.end();
});

test("a daemon starts, sends and imports there as anywhere else", async () => {
  await beHostile(full);
  const waypost = await startTestDaemon({ databaseUrl: full.url });
  const sent = await waypost.call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, to: "+14155550100", type: "text", content: { text: "it\\'s" } },
  });
  await waypost.until(sent.body.id, "read");
  const csv = [
    "phone,name",
    ...Array.from({ length: 600 }, (_, n) => `+1415555${1000 + n},Person ${n}`),
  ].join("\n");
  const done = await importFile(waypost, csv);
  expect(done).toMatchObject({ status: "completed", created: 600, refused: 0 });
  await waypost.stop();
});

test.each(["LATIN1", "SQL_ASCII"])("a new database in %s is refused with what to do", async (encoding) => {
  const name = `waypost_test_${encoding.toLowerCase()}_${crypto.randomUUID().slice(0, 8)}`;
  const { admin } = database;
  await admin.unsafe(`create database ${name} encoding '${encoding}' locale 'C' template template0`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  expect(await migrate(url.href).catch(String)).toContain(`${name} has the encoding ${encoding}`);
  await admin.unsafe(`drop database ${name}`);
});
