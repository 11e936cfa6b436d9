/** Whom an erasure erases is kept in the files' store: each installation finds its own there, and none waits for it. */
import { afterAll, expect, test } from "bun:test";
import { createMediaStore } from "../../daemon/media/stores/configured-store.ts";
import { eraseAgain } from "../../daemon/restores/erased-again.ts";
import { findErased } from "../../db/restores/erased.ts";
import { newHome } from "../cli/run-cli.ts";
import { startBucket } from "../support/bucket.ts";
import { startTestDaemon } from "../support/daemon.ts";
import { LONG_MS } from "../support/long.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { callsOf, erased } from "./life.ts";

const bucket = startBucket();
const silent = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 0,
  fetch: () => new Promise<Response>(() => {}),
});
afterAll(() => {
  bucket.stop();
  return silent.stop(true);
});
const waypost = ownDaemon({ config: { home: newHome(), ...bucket.settings } });
const PHONE = "14155577401";

/** How many erasures the database knows after it looked into the store. */
async function knownAfterLook(): Promise<number> {
  await waypost.sql`update installation set erased = 0`;
  await eraseAgain({ sql: waypost.sql, store: createMediaStore(waypost.config) });
  const [row] = await waypost.sql<[{ erased: number }]>`select erased from installation`;
  return row.erased;
}

test("of two installations with one bucket, each finds its own erasures and not the other's", async () => {
  await callsOf(waypost).says(PHONE, `wamid.${PHONE}`, "Hello");
  await erased(waypost, await callsOf(waypost).contactOf(PHONE));
  expect(await knownAfterLook()).toBe(1);
  await waypost.sql`update installation set created_at = created_at - interval '1 microsecond'`;
  expect(await knownAfterLook()).toBe(0);
});

test("an erasure that a version before this one began has no number, and is not kept", async () => {
  const { sql, organizationId } = waypost;
  const begun = { id: "ers_before", status: "running", stage: "messages", person: '{"contacts":["ct_1"]}' };
  const row = { ...begun, contact_id: "ct_2", reason: "They asked.", author: "key", erase_at: new Date() };
  await sql`insert into contact_erasures ${sql({ organization_id: organizationId, ...row })}`;
  expect(await findErased(sql, { organizationId, id: row.id })).toBeNull();
});

test(
  "a store that does not answer keeps no daemon from starting",
  async () => {
    const mediaEndpoint = `http://127.0.0.1:${silent.port}`;
    const other = await startTestDaemon({
      config: { home: newHome(), ...bucket.settings, mediaEndpoint },
    });
    expect((await other.call("GET", "/v1/contacts")).status).toBe(200);
    await other.stop();
  },
  LONG_MS,
);
