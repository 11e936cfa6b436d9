import { afterEach, expect, test } from "bun:test";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { createFaults } from "../support/faults.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "../webhooks/receiver.ts";

/* Results of calls that the database does not take at first: no call is made again for it. */
let waypost: OwnDaemon;
const end: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of end.splice(0).reverse()) await close();
});

/** With a grace so short that a result which is thrown away would soon be made up for by another call. */
async function start(graphUrl?: string): Promise<void> {
  const config = {
    outcomeGraceSeconds: 1,
    logLevel: "silent" as const,
    ...(graphUrl === undefined ? {} : { graphUrl }),
  };
  waypost = await startTestDaemon({ config });
  end.push(() => waypost.stop());
}

/** To numbers of which the sandbox reports no status: only the answer shows that they were reached. */
const silent = (n: number) => String(15_550_000_400 + n);

const send = async (n: number, to = silent(n)): Promise<string> => {
  const message = { channel_id: waypost.channelId, to, type: "text", content: { body: `message ${n}` } };
  return (await waypost.call("POST", "/v1/messages", message)).body.id;
};

const sendMany = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => send(n)));

async function seenBySandbox(): Promise<string[]> {
  const response = await fetch(`${waypost.sandbox.url}/sandbox/messages?limit=1000`);
  const { data } = (await response.json()) as { data: { biz_opaque_callback_data: string }[] };
  return data.map((call) => call.biz_opaque_callback_data);
}

const outcomes = async () =>
  (await waypost.sql`select attempt, outcome from message_attempts`).map(
    ({ attempt, outcome }) => `${attempt} ${outcome}`,
  );

test.each(["53100", "53200", "57014", "55P03"])(
  "no message is called twice while the database answers results with %s",
  async (sqlstate) => {
    await start();
    const faults = await createFaults(waypost.sql, "message_attempts", "insert");
    await faults.begin(sqlstate);
    const ids = await sendMany(40);
    await faults.met(4);
    await faults.end();
    for (const id of ids) await waypost.until(id, "sent");
    expect((await seenBySandbox()).sort()).toEqual(ids.sort());
    expect(await outcomes()).toEqual(ids.map(() => "1 sent"));
  },
);

test("a message whose answer cannot be stored is sent all the same, and holds up no other", async () => {
  const calls: string[] = [];
  const meta = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { to } = (await request.json()) as { to: string };
      calls.push(to);
      const id = to === silent(1) ? "wamid.\u0000" : `wamid.${to}`;
      return Response.json({ messages: [{ id }] });
    },
  });
  end.push(() => meta.stop(true));
  await start(`http://127.0.0.1:${meta.port}/v23.0`);
  const ids = await sendMany(10);
  const records = await Promise.all(ids.map((id) => waypost.until(id, "sent")));
  expect(records.map((record) => record.provider_message_id)).toEqual(
    ids.map((_, n) => (n === 1 ? null : `wamid.${silent(n)}`)),
  );
  expect(calls.length).toBe(10);
});

test("a delivery is made once, however often its result could not be written", async () => {
  await start();
  const receiver = startReceiver();
  end.push(receiver.stop);
  const endpoint = { url: receiver.url, filterTypes: ["message.sent"] };
  const { status } = await waypost.call("POST", "/v1/settings/developer/webhooks/endpoints", endpoint);
  expect(status).toBe(201);
  const faults = await createFaults(waypost.sql, "deliveries");
  await faults.begin("53100");
  await sendMany(20);
  await faults.met(4);
  await faults.end();
  const those = async (status: string) =>
    (
      await waypost.sql`
        select from deliveries as stored cross join lateral each_delivery(stored) as delivery
        where delivery.status = ${status}`
    ).length;
  const waiting = () => those("pending");
  const made = () => those("succeeded");
  await until(async () => (await made()) >= 20 && (await waiting()) === 0);
  expect(receiver.received).toHaveLength(20);
});

test("a daemon that stops writes its results as soon as the database takes them", async () => {
  await start();
  const faults = await createFaults(waypost.sql, "message_attempts", "insert");
  await faults.begin("53100");
  const id = await send(1);
  await faults.met(1);
  const stopped = waypost.daemon.stop();
  await faults.met(3);
  await faults.end();
  await stopped;
  waypost.daemon.stop = () => stopped;
  expect(await outcomes()).toEqual(["1 sent"]);
  expect(await seenBySandbox()).toEqual([id]);
});
