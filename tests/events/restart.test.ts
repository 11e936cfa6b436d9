/** The stream while daemons and their database end and come back: nothing is missed and nothing comes twice. */
import { afterAll, expect, test } from "bun:test";
import type { Sql } from "../../db/connection/client.ts";
import { startEmbeddedPostgres } from "../../db/embedded/embedded.ts";
import { continueEventPositions } from "../../db/events/events.ts";
import { freePort } from "../../scripts/lib/free-port.ts";
import { startTestDaemon } from "../support/daemon.ts";
import { prepareSite } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { until } from "../support/until.ts";
import { emit, openStream } from "./support.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const clean: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const step of clean.reverse()) await step();
});

test(
  "daemons may be killed: another one continues from the last id",
  async () => {
    const COUNT = 120;
    const ports = [freePort(), freePort()] as const;
    const site = await prepareSite(ports[0], {});
    clean.push(() => site.stop());
    const daemons = [await site.start(ports[0]), await site.start(ports[1])];
    const writing = writeSlowly(site.sql, site.organizationId, COUNT);
    const seen: number[] = [];
    let lastId = "beginning";
    for (let round = 0; seen.length < COUNT; round++) {
      const port = ports[round % 2] ?? 0;
      const stream = await openStream(`http://127.0.0.1:${port}`, site.key, { lastId });
      await stream.until(() => stream.events.length >= Math.min(30, COUNT - seen.length));
      if (round < 2) await daemons[round]?.kill();
      else stream.close();
      await stream.ended;
      seen.push(...stream.numbers());
      lastId = stream.lastId();
      if (round < 2) daemons[round] = await site.start(port);
    }
    await writing;
    expect(seen).toEqual(upTo(COUNT));
  },
  LONG_MS,
);

test(
  "the database may be restarted under an open stream",
  async () => {
    const COUNT = 60;
    const dataDirectory = temporaryFolder("stream");
    const port = freePort();
    let postgres = await startEmbeddedPostgres({ dataDirectory, port });
    const waypost = await startTestDaemon({ databaseUrl: postgres.url });
    clean.push(async () => {
      await waypost.stop();
      await postgres.stop();
    });
    const stream = await openStream(waypost.url, waypost.key);
    const writing = writeSlowly(waypost.sql, waypost.organizationId, COUNT);
    await stream.until(() => stream.events.length >= 10);
    await postgres.stop();
    postgres = await startEmbeddedPostgres({ dataDirectory, port });
    await writing;
    await stream.until(() => stream.events.length >= COUNT);
    expect(stream.numbers()).toEqual(upTo(COUNT));
  },
  LONG_MS,
);

test("a daemon with open streams stops without waiting for them to end by themselves", async () => {
  const waypost = await startTestDaemon();
  const stream = await openStream(waypost.url, waypost.key);
  const startedAt = performance.now();
  await waypost.stop();
  await stream.ended;
  expect(performance.now() - startedAt).toBeLessThan(waypost.config.shutdownSeconds * 1000);
});

test("where the sequence of positions was left behind, new events still come last", async () => {
  const waypost = await startTestDaemon();
  clean.push(() => waypost.stop());
  await emit(waypost.sql, waypost.organizationId, { n: 0 });
  // as a copy of the tables alone leaves it: positions that the sequence will not reach for long
  await waypost.sql`update events set position = position + 1000000`;
  await continueEventPositions(waypost.sql);
  await continueEventPositions(waypost.sql);
  await emit(waypost.sql, waypost.organizationId, { n: 1 });
  const { data } = (await waypost.call("GET", "/v1/events")).body;
  expect(data.map((event: { body: { n: number } }) => event.body.n)).toEqual([0, 1]);
});

/** Emits numbered events one by one, each again until it is stored. */
async function writeSlowly(sql: Sql, organizationId: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await until(() => isWritten(sql, organizationId, n));
    await Bun.sleep(10);
  }
}

/** False when the database was away; a commit whose answer was lost is found by the number. */
async function isWritten(sql: Sql, organizationId: string, n: number): Promise<boolean> {
  try {
    const [known] =
      await sql`select from events where organization_id = ${organizationId} and body = ${JSON.stringify({ n })}`;
    if (known === undefined) await emit(sql, organizationId, { n });
    return true;
  } catch {
    return false;
  }
}
