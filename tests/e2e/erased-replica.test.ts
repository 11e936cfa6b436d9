/** What is erased goes from a standby as well, and nothing that is read from it has the person any more. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect, type Sql } from "../../db/connection/client.ts";
import { erased, type Life, live, wordsOf } from "../erasing/life.ts";
import { traces } from "../erasing/traces.ts";
import { removeTemporaryFolders, temporaryFolder } from "../support/clusters.ts";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { type Pair, startPair } from "../support/standby.ts";

let pair: Pair;
let daemon: OwnDaemon;
let standby: Sql;
let life: Life;

beforeAll(async () => {
  pair = await startPair(temporaryFolder());
  const config = { databaseReadUrl: pair.standby.url, home: temporaryFolder() };
  daemon = await startTestDaemon({ databaseUrl: pair.primary.url, config });
  standby = connect(pair.standby.url, { max: 1 });
  life = await live(daemon);
});
afterAll(async () => {
  await standby.end({ timeout: 1 });
  await daemon.stop();
  await pair.stop();
  removeTemporaryFolders();
});

/** The tables of the standby that name Zelda, but for the event that says who was erased. */
async function found(): Promise<string[]> {
  await daemon.sql`update events set body = '{}' where type = 'contact.erased'`;
  await pair.inStep();
  return await traces({ sql: standby }, wordsOf(life));
}

test("a standby names nobody who was erased", async () => {
  expect((await found()).length).toBeGreaterThan(30);
  await erased(daemon, life.zelda);
  expect(await found()).toEqual([]);
  const exported = await daemon.call("GET", "/v1/contacts/export");
  expect(JSON.stringify(exported.body)).not.toContain("Zelda");
});
