/** Dumps of the database and erasures. Passed over where Postgres' programs are missing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { connect } from "../../db/connection/client.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { LONG_MS } from "../support/long.ts";
import { SYSTEM_POSTGRES, type SystemPostgres, startSystemPostgres } from "../support/system-postgres.ts";
import { until } from "../support/until.ts";
import { callsOf, erased } from "./life.ts";
import { isStored, traces } from "./traces.ts";

const [GONE, LATER, STAYS] = ["14155577101", "14155577102", "14155577103"];
const title = SYSTEM_POSTGRES === null ? "passed over: there is no pg_dump here" : "dumps and erasures";
describe.skipIf(SYSTEM_POSTGRES === null)(title, () => {
  let postgres: SystemPostgres;
  let waypost: OwnDaemon;
  let contact: string;

  beforeAll(async () => {
    postgres = await startSystemPostgres();
    await replace("waypost");
    waypost = await startTestDaemon({ databaseUrl: postgres.url("waypost") });
    await write(GONE);
    await write(STAYS);
    contact = await callsOf(waypost).contactOf(GONE);
    postgres.run("pg_dump", "--format=custom", "--file=before.dump", postgres.url("waypost"));
    await erased(waypost, contact);
    await write(LATER);
    await erased(waypost, await callsOf(waypost).contactOf(LATER));
  }, LONG_MS);
  afterAll(async () => {
    await waypost?.stop();
    await postgres?.stop();
  });

  const write = (phone: string) => callsOf(waypost).says(phone, `wamid.${phone}`, `Greetings from ${phone}`);

  /** An empty database with this name. */
  async function replace(name: string): Promise<void> {
    const server = connect(postgres.url("postgres"), { max: 1, withoutFunctions: true });
    await server`drop database if exists ${server(name)} with (force)`;
    await server`create database ${server(name)}`;
    await server.end();
  }

  test("a dump made after an erasure does not name the person, nor does a file", async () => {
    const { stdout } = spawnSync(join(SYSTEM_POSTGRES ?? "", "pg_dump"), [postgres.url("waypost")], {
      encoding: "utf8",
      maxBuffer: 1024 ** 3,
    });
    expect(stdout).toContain(STAYS);
    expect([GONE, LATER].filter((phone) => stdout.includes(phone))).toEqual([]);
    expect(await isStored(waypost.config.home, GONE)).toBe(false);
  });

  test(
    "who was erased since a backup is erased again when it is restored, and nobody else",
    async () => {
      await waypost.restart(async () => {
        await replace("waypost");
        const database = `--dbname=${postgres.url("waypost")}`;
        postgres.run("pg_restore", "--no-owner", "--exit-on-error", database, "before.dump");
      });
      const erasures = async () => (await waypost.call("GET", "/v1/contacts/erasures")).body.data;
      await until(async () => (await erasures())[0]?.status === "completed");
      expect(await erasures()).toHaveLength(1);
      await waypost.sql`update events set body = '{}' where type = 'contact.erased'`;
      expect(await traces(waypost, [GONE, contact])).toEqual([]);
      expect(await callsOf(waypost).contactOf(STAYS)).toStartWith("ct_");
    },
    LONG_MS,
  );

  test("an erasure after that is kept under the next number", async () => {
    await erased(waypost, await callsOf(waypost).contactOf(STAYS));
    const [row] = await waypost.sql`select max(number)::integer as last from contact_erasures`;
    expect(row?.last).toBe(3);
  });
});
