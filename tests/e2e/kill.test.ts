import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../scripts/lib/free-port.ts";
import { type DaemonProcess, prepareSite, type Site, untilSettled } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";
import { until } from "../support/until.ts";

const MESSAGES = 1200;
const KILLS = 4;
const CLIENTS = 24;

let site: Site;
let daemon: DaemonProcess;
const port = freePort();

beforeAll(async () => {
  site = await prepareSite(port, { rate: { per_second: 100_000, per_recipient_seconds: 0 } });
  daemon = await site.start(port, { WAYPOST_OUTCOME_GRACE_SECONDS: "4" });
});
afterAll(() => site.stop());

test(
  "kill -9 loses no accepted message and doubles none whose outcome was known",
  async () => {
    const accepted = await sendWhileKilling();
    expect(new Set(accepted).size).toBe(MESSAGES);
    await untilSettled(site);

    const unfinished =
      await site.sql`select id, status from messages where status not in ('read', 'delivered')`;
    expect([...unfinished]).toEqual([]);
    const [stored] =
      await site.sql`select count(*) as count from messages where id = any (${accepted}::uuid[])`;
    expect(stored?.count).toBe(MESSAGES);

    const doubled = await seenTwice();
    const listed = await site.sql<{ message_id: string }[]>`
    select distinct message_id from message_attempts where possible_duplicate and message_id = any (${doubled}::uuid[])`;
    expect(listed.map((row) => row.message_id).sort()).toEqual(doubled.sort());
  },
  LONG_MS,
);

/** Posts every message until it is answered 201, while the daemon is killed again and again. */
async function sendWhileKilling(): Promise<string[]> {
  const accepted: string[] = [];
  let next = 0;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (next < MESSAGES) accepted.push(await sendUntilAccepted(next++));
  });
  for (let kill = 1; kill <= KILLS; kill++) {
    await until(() => accepted.length >= (kill * MESSAGES) / (KILLS + 1), LONG_MS);
    await daemon.kill("SIGKILL");
    daemon = await site.start(port, { WAYPOST_OUTCOME_GRACE_SECONDS: "4" });
  }
  await Promise.all(clients);
  return accepted;
}

async function sendUntilAccepted(index: number): Promise<string> {
  const body = JSON.stringify({
    channel_id: site.channelId,
    to: String(14155550000 + (index % 300)),
    type: "text",
    content: { body: `message ${index}` },
  });
  while (true) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
      method: "POST",
      headers: {
        "x-api-key": site.key,
        "content-type": "application/json",
        "idempotency-key": `send-${index}`,
      },
      body,
    }).catch(() => null);
    if (response?.status === 201) return ((await response.json()) as { id: string }).id;
    await response?.text();
    await Bun.sleep(20);
  }
}

/** Our ids of the messages that the sandbox took more than once. */
async function seenTwice(): Promise<string[]> {
  const response = await fetch(`${site.sandbox.url}/sandbox/counts`);
  const counts = (await response.json()) as { repeated: { biz_opaque_callback_data: string }[] };
  return counts.repeated.map((one) => one.biz_opaque_callback_data);
}
