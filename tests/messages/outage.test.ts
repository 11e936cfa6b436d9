import { afterEach, expect, test } from "bun:test";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { until } from "../support/until.ts";
import { type FrontMode, startFront } from "./front.ts";

/* Meta is not reached, does not answer, or takes nothing for longer than any message has tries: nothing is lost. */
const MORE_THAN_TRIES = 15;
const RECIPIENTS = ["14155550101", "14155550102", "14155550103"];

let waypost: OwnDaemon;
let gate: ReturnType<typeof startFront>;
afterEach(async () => {
  await waypost.stop();
  await gate.stop();
});

async function start(rests = { first: 20, longest: 50 }): Promise<void> {
  gate = startFront();
  waypost = await startTestDaemon({
    config: { graphUrl: `${gate.url}/v23.0`, outcomeGraceSeconds: 1 },
    patience: { callMs: 500, rests },
  });
  gate.front.target = waypost.sandbox.url;
}

async function send(to: string, body: string): Promise<string> {
  const message = { channel_id: waypost.channelId, to, type: "text", content: { body } };
  return (await waypost.call("POST", "/v1/messages", message)).body.id;
}

const channel = async () => (await waypost.call("GET", `/v1/channels/${waypost.channelId}`)).body;

async function mostAttempts(): Promise<number> {
  const [row] = await waypost.sql<{ most: number }[]>`
    select coalesce(max(attempt), 0) as most from message_attempts where finished_at is not null`;
  return row?.most ?? 0;
}

async function seenBySandbox(to: string): Promise<string[]> {
  const response = await fetch(`${waypost.sandbox.url}/sandbox/messages?to=${to}`);
  const { data } = (await response.json()) as { data: { biz_opaque_callback_data: string }[] };
  return data.map((call) => call.biz_opaque_callback_data);
}

/** Tries during the outage: a silent platform is probed, and no message sent again. */
const tries: Record<"attempts" | "requests", () => Promise<number>> = {
  attempts: mostAttempts,
  requests: async () => gate.front.met,
};

test.each<[FrontMode, keyof typeof tries]>([
  ["closed", "attempts"],
  ["unavailable", "attempts"],
  ["throttled", "attempts"],
  ["silent", "requests"],
])(
  "a long outage (%s) rests the channel, and afterwards each message goes out once, in order",
  async (mode, counted) => {
    await start();
    await gate.become(mode);
    const sent = new Map<string, string[]>();
    for (const to of RECIPIENTS)
      sent.set(to, [await send(to, "one"), await send(to, "two"), await send(to, "three")]);
    await until(async () => (await tries[counted]()) >= MORE_THAN_TRIES);
    expect(await channel()).toMatchObject({
      status: "degraded",
      status_reason: expect.stringMatching(/; rests until .*, then tries one message$/),
    });
    await gate.become("open");
    for (const [to, ids] of sent) {
      for (const id of ids) await waypost.until(id, "read");
      expect(await seenBySandbox(to)).toEqual(ids);
    }
    await until(async () => (await channel()).status === "connected");
    expect((await channel()).status_reason).toBeNull();
  },
);

test("a channel that rests is tried with one message, the same one, and the others are not touched", async () => {
  // longer than a drain waits in place: the next drain reads the lane again
  await start({ first: 1100, longest: 1100 });
  await gate.become("unavailable");
  const first = await send(RECIPIENTS[0] as string, "first");
  await until(async () => (await channel()).status === "degraded");
  gate.front.mostAtOnce = 0;
  const others = [await send(RECIPIENTS[1] as string, "later"), await send(RECIPIENTS[2] as string, "later")];
  const before = await mostAttempts();
  await until(async () => (await mostAttempts()) >= before + 3);
  expect(gate.front.mostAtOnce).toBe(1);
  const attempts = await waypost.sql<
    { id: string }[]
  >`select distinct message_id as id from message_attempts`;
  expect(attempts.map(({ id }) => id)).toEqual([first]);
  await gate.become("open");
  for (const id of [first, ...others]) await waypost.until(id, "read");
});

test("a message that the platform fails at again and again holds up no other", async () => {
  await start();
  await gate.become("down");
  const poison = await send(RECIPIENTS[0] as string, "poison");
  await until(async () => (await mostAttempts()) >= 1);
  await gate.become("open");
  const other = await send(RECIPIENTS[1] as string, "other");
  await waypost.until(other, "read");
  expect((await waypost.call("GET", `/v1/messages/${poison}`)).body.status).toBe("queued");
});

test("after refusals that were the channel's, a pair limit holds its recipient as briefly as the first one does", async () => {
  await start();
  await gate.become("throttled");
  const id = await send(RECIPIENTS[0] ?? "", "Hello");
  await until(async () => (await mostAttempts()) >= 6);
  await gate.become("pairLimited");
  const { attempts } = await waypost.until(id, "read");
  expect(attempts).toBeGreaterThan(6);
  expect(gate.front.mode).toBe("open");
});
