/** A dump by `pg_dump` that `pg_restore` reads in, as docs/operations.md says. Passed over where Postgres' programs are missing. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect } from "../../db/connection/client.ts";
import { agentOf } from "../approvals/support.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { LONG_MS } from "../support/long.ts";
import { SYSTEM_POSTGRES, type SystemPostgres, startSystemPostgres } from "../support/system-postgres.ts";

const title = SYSTEM_POSTGRES === null ? "passed over: there is no pg_dump here" : "a restored dump";
describe.skipIf(SYSTEM_POSTGRES === null)(title, () => {
  let postgres: SystemPostgres;
  let waypost: OwnDaemon;

  beforeAll(async () => {
    postgres = await startSystemPostgres();
    await replace("waypost");
    waypost = await startTestDaemon({ databaseUrl: postgres.url("waypost") });
  }, LONG_MS);
  afterAll(async () => {
    await waypost?.stop();
    await postgres?.stop();
  });

  /** An empty database with this name. */
  async function replace(name: string): Promise<void> {
    const server = connect(postgres.url("postgres"), { max: 1, withoutFunctions: true });
    await server`drop database if exists ${server(name)} with (force)`;
    await server`create database ${server(name)}`;
    await server.end();
  }

  const pause = (paused: boolean) =>
    waypost.call("PATCH", `/v1/channels/${waypost.channelId}`, { settings: { paused } });

  /** How often a text to somebody was sent, as WhatsApp counts. */
  async function arrived(to: string): Promise<number> {
    const answer = await fetch(`${waypost.sandbox.url}/sandbox/messages?to=${to}`);
    return ((await answer.json()) as { matched: number }).matched;
  }

  test(
    "what was sent since comes again and says so; what was approved since does not come again",
    async () => {
      const [person, other] = ["14155550101", "14155550102"];
      const dump = "waypost.dump";
      await pause(true);
      const content = { body: "Hello" };
      const message = { channel_id: waypost.channelId, to: person, type: "text", content };
      const { id } = (await waypost.call("POST", "/v1/messages", message)).body;
      const agent = await agentOf(waypost);
      const approval = (await agent.send(other)).body.id;
      postgres.run("pg_dump", "--format=custom", `--file=${dump}`, postgres.url("waypost"));

      await pause(false);
      const approved = await waypost.call("POST", `/v1/approvals/${approval}/approve`, {});
      await waypost.until(approved.body.message_id, "read");
      await waypost.until(id, "read");

      await waypost.restart(async () => {
        await replace("waypost");
        postgres.run(
          "pg_restore",
          "--no-owner",
          "--exit-on-error",
          `--dbname=${postgres.url("waypost")}`,
          dump,
        );
      });
      const again = await waypost.call("POST", `/v1/approvals/${approval}/approve`, {});
      expect([again.status, again.body.code]).toEqual([409, "approval_decided"]);
      await pause(false);
      expect(await waypost.until(id, "read")).toMatchObject({ possible_duplicate: true });
      expect([await arrived(person), await arrived(other)]).toEqual([2, 1]);
    },
    LONG_MS,
  );
});
