/** Readers have connections of their own: whatever they wait for, nothing else waits for them. Writers take turns. */
import { afterAll, expect, test } from "bun:test";
import { addOrganization } from "../../daemon/organizations/create.ts";
import { openConnections } from "../../daemon/start/connections.ts";
import { caller, makeKey, type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";

const waypost: OwnDaemon = await startTestDaemon({
  config: { databasePoolSize: 2, databaseReadingPoolSize: 1, readSeconds: 3 },
});
afterAll(() => waypost.stop());

const text = (body: string) => ({
  ...{ channel_id: waypost.channelId, to: "4915112345678", type: "text", content: { body } },
});

/** Does work while nobody can read or write a table, and ends that when it is done. */
async function whileLocked<Result>(table: string, work: () => Promise<Result>): Promise<Result> {
  const lock = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const held = waypost.sql.begin(async (transaction) => {
    // the holder itself waits for longer than a transaction may
    await transaction`set local idle_in_transaction_session_timeout = 0`;
    await transaction`lock table ${transaction(table)}`;
    lock.resolve();
    await done.promise;
  });
  await lock.promise;
  return await work().finally(async () => {
    done.resolve();
    await held;
  });
}

async function untilWaiting(count: number): Promise<void> {
  const waiting = () => waypost.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until(async () => (await waiting()).length >= count);
}

async function untilBeaten(): Promise<void> {
  const [row] = await waypost.sql<{ now: Date }[]>`select clock_timestamp() as now`;
  const beaten = () => waypost.sql`select from daemons where heartbeat_at > ${row?.now ?? 0}`;
  await until(async () => (await beaten()).length > 0);
}

test("while every reading connection is busy, messages are sent and readers must try again later", async () => {
  const answers = await whileLocked("orders", async () => {
    const lists = Array.from({ length: 12 }, () => waypost.call("GET", "/v1/orders"));
    await untilWaiting(1);
    const { body } = await waypost.call("POST", "/v1/messages", text("Hello"));
    await waypost.until(body.id, "sent", "delivered", "read");
    await untilBeaten();
    return await Promise.all(lists);
  });
  for (const { status, headers } of answers) {
    expect(status).toBe(503);
    expect(headers.get("retry-after")).toBe("2");
  }
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(["readers_busy", "read_timeout"]));
  expect((await waypost.call("GET", "/v1/orders")).status).toBe(200);
});

test("where the lists of one organisation fill the line, another's have their turn, and so has its other key", async () => {
  const made = await addOrganization(waypost.sql, waypost.secrets, {
    name: "Other",
    email: "other@example.com",
  });
  const [other, second] = [made.api_key, await makeKey(waypost, ["*"])].map((key) =>
    caller(waypost.url, key),
  );
  const quiet = await whileLocked("orders", async () => {
    const loud = Array.from({ length: 64 }, () => waypost.call("GET", "/v1/orders"));
    await untilWaiting(1);
    // the last of the loud ones have come when they are refused
    await Promise.race(loud);
    const lists = [other?.("GET", "/v1/broadcasts"), second?.("GET", "/v1/broadcasts")];
    await waypost.call("GET", "/v1/health");
    return { lists, loud };
  });
  expect((await Promise.all(quiet.lists)).map((answer) => answer?.status)).toEqual([200, 200]);
  const refused = (await Promise.all(quiet.loud)).filter(({ status }) => status === 503);
  expect(new Set(refused.map(({ body }) => body.code))).toContain("readers_busy");
});

/** A hundred changes of one organisation that wait for a table, while another's changes are answered; the statuses of both. */
async function besideChanges(loud: (nth: number) => Promise<{ status: number }>) {
  const made = await addOrganization(waypost.sql, waypost.secrets, {
    name: "Quiet",
    email: "quiet@example.com",
  });
  const quiet = caller(waypost.url, made.api_key);
  const { writes, beside } = await whileLocked("contacts", async () => {
    const writes = Array.from({ length: 100 }, (_, nth) => loud(nth));
    await untilWaiting(1);
    await waypost.call("GET", "/v1/health");
    const { status, body } = await quiet("POST", "/v1/quick_replies", { shortcut: "hi", body: "Hello" });
    const changed = await quiet("PATCH", `/v1/quick_replies/${body.id}`, { body: "Hello again" });
    const missing = await quiet("DELETE", "/v1/quick_replies/qr_none");
    return { writes, beside: [status, changed.status, missing.status] };
  });
  return { beside, loud: new Set((await Promise.all(writes)).map(({ status }) => status)) };
}

test("while the hundred writes of one organisation wait, another's are answered", async () => {
  const add = (nth: number) =>
    waypost.call("POST", "/v1/contacts", { phone_number: `+4915112345${100 + nth}` });
  expect(await besideChanges(add)).toEqual({ beside: [201, 200, 404], loud: new Set([201]) });
});

test("while the hundred changes of one organisation wait, another's are answered", async () => {
  const { body } = await waypost.call("POST", "/v1/contacts", { phone_number: "+4915112345678" });
  const change = (nth: number) => waypost.call("PATCH", `/v1/contacts/${body.id}`, { name: `Ada ${nth}` });
  expect(await besideChanges(change)).toEqual({ beside: [201, 200, 404], loud: new Set([200]) });
});

test("while the hundred deletions of one organisation wait, another's changes are answered", async () => {
  const remove = (nth: number) => waypost.call("DELETE", `/v1/contacts/ct_${nth}`);
  expect(await besideChanges(remove)).toEqual({ beside: [201, 200, 404], loud: new Set([404]) });
});

test("a change whose body keeps coming keeps no other change of its organisation waiting", async () => {
  const tus = { "x-api-key": waypost.key, "tus-resumable": "1.0.0" };
  const begin = { method: "POST", headers: { ...tus, "upload-length": "5" } };
  const { headers } = await fetch(`${waypost.url}/v1/media/uploads`, begin);
  const stopped = new AbortController();
  const slow = fetch(waypost.url + headers.get("location"), {
    method: "PATCH",
    headers: { ...tus, "content-type": "application/offset+octet-stream", "upload-offset": "0" },
    body: new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) }),
    signal: stopped.signal,
  }).catch(() => null);
  await waypost.call("GET", "/v1/health");
  const others = Array.from({ length: 3 }, () => waypost.call("DELETE", "/v1/contacts/ct_none"));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([404, 404, 404]);
  stopped.abort();
  expect(await slow).toBeNull();
});

test("changes that nobody waits for any longer leave their turns", async () => {
  await whileLocked("contacts", async () => {
    const stopped = new AbortController();
    const left = Array.from({ length: 5 }, (_, nth) =>
      fetch(`${waypost.url}/v1/contacts/ct_${nth}`, {
        method: "DELETE",
        headers: { "x-api-key": waypost.key },
        signal: stopped.signal,
      }).catch(() => null),
    );
    await untilWaiting(1);
    stopped.abort();
    expect(await Promise.all(left)).toEqual([null, null, null, null, null]);
  });
  expect((await waypost.call("DELETE", "/v1/contacts/ct_none")).status).toBe(404);
});

test("a heartbeat continues while every connection that sends is busy", async () => {
  const answers = await whileLocked("messages", async () => {
    const lookedFor = Array.from({ length: 4 }, () =>
      waypost.call("GET", `/v1/messages/${Bun.randomUUIDv7()}`),
    );
    await untilWaiting(2);
    await untilBeaten();
    return lookedFor;
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test("a list shows what its reader has just written", async () => {
  for (let nth = 0; nth < 5; nth++) {
    const { body } = await waypost.call("POST", "/v1/messages", text(`Hello ${nth}`));
    const list = await waypost.call("GET", "/v1/messages");
    expect(list.body.data[0].id).toBe(body.id);
  }
});

test("nothing can be written over a connection that is for reading", async () => {
  const { reading, end } = await openConnections(waypost.databaseUrl, waypost.config);
  expect(await reading`delete from orders`.catch((error) => error.code)).toBe("25006");
  await end();
});
