/** A daemon that erases somebody is killed in each of its stages; the next one goes on. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Sql } from "../../db/connection/client.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { caller, type TestDaemon } from "../support/daemon.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";
import { callsOf } from "./life.ts";
import { traces } from "./traces.ts";

const PHONE = "14155577201";
/** A table that each stage writes to in any case. */
const TABLES = { messages: "message_attempts", texts: "crm_comments", deliveries: "delivery_requests" };

let site: Site;
let daemon: DaemonProcess;
beforeAll(async () => {
  site = await prepareSite(freePort(), {});
  daemon = await site.start(freePort());
}, LONG_MS);
afterAll(() => site.stop());

const waypost = () =>
  ({ ...site, url: daemon.url, call: caller(daemon.url, site.key) }) as unknown as TestDaemon;
const calls = () => callsOf(waypost());

/** Kills the daemon while it waits to write to a table. */
async function killAt(table: string, begin: () => Promise<unknown>): Promise<void> {
  const sql: Sql = site.sql;
  await sql.begin(async (transaction) => {
    await transaction`lock table ${transaction(table)} in share mode`;
    await begin();
    const waiting = () => sql`select from pg_locks where relation = ${table}::regclass and not granted`;
    await until(async () => (await waiting()).length > 0);
    await daemon.kill();
  });
  // what it had begun there is over, too: its server process found nobody to answer
  await until(async () => (await sql`select from pg_locks where relation = ${table}::regclass`).length === 0);
}

test(
  "all of it is erased, whichever step the daemon died in",
  async () => {
    await calls().says(PHONE, `wamid.${PHONE}`, "Remember me");
    const contact = await calls().contactOf(PHONE);
    const key = { id: "" };
    const erase = async () => {
      const body = { reason: "They asked.", at_once: true };
      key.id = (await calls().ok("POST", `/v1/contacts/${contact}/erase`, body)).id;
    };
    const start = async () => {
      daemon = await site.start(freePort());
    };
    await killAt(TABLES.messages, erase);
    await killAt(TABLES.texts, start);
    await killAt(TABLES.deliveries, start);
    await start();
    await until(
      async () => (await calls().ok("GET", `/v1/contacts/erasures/${key.id}`)).status === "completed",
      LONG_MS,
    );
    await site.sql`update events set body = '{}' where type = 'contact.erased'`;
    expect(await traces(site, [PHONE, contact, "Remember me"])).toEqual([]);
  },
  LONG_MS,
);
