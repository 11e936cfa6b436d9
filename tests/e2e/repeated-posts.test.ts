import { afterAll, beforeAll, expect, test } from "bun:test";
import { freePort } from "../../scripts/lib/free-port.ts";
import { type DaemonProcess, prepareSite, type Site } from "../support/daemon-process.ts";
import { LONG_MS } from "../support/long.ts";

const POSTS = 200;
const ROUNDS = 3;

let site: Site;
let daemon: DaemonProcess;
const port = freePort();
beforeAll(async () => {
  site = await prepareSite(port, { rate: { per_second: 100_000, per_recipient_seconds: 0 } });
  daemon = await site.start(port);
});
afterAll(() => site.stop());

test(
  "200 posts with one key and a kill -9 in their middle make one message, as 200 others make one note",
  async () => {
    const [contact] = await repeated("/v1/contacts", { email: "ada@example.com" }, "a contact");
    for (let round = 0; round < ROUNDS; round++) {
      const message = {
        channel_id: site.channelId,
        to: "14155550100",
        type: "text",
        content: { body: "once" },
      };
      const killed = killSoon(round);
      const ids = await Promise.all([
        repeated("/v1/messages", message, `message ${round}`),
        repeated(`/v1/contacts/${contact}/notes`, { body: `note ${round}` }, `note ${round}`),
      ]);
      await killed;
      // all answers name the same message and the same note
      expect(ids.map((all) => new Set(all).size)).toEqual([1, 1]);
    }
    const [stored] = await site.sql`
    select (select count(*) from messages where direction = 'outbound') as messages,
      (select count(*) from contact_notes) as notes`;
    expect({ ...stored }).toEqual({ messages: ROUNDS, notes: ROUNDS });
  },
  LONG_MS,
);

/** Kills the daemon at another moment of each round. */
async function killSoon(round: number): Promise<void> {
  await Bun.sleep(5 + round * 15);
  await daemon.kill("SIGKILL");
  daemon = await site.start(port);
}

/** The ids in the last answers of all posts. */
async function repeated(path: string, body: unknown, key: string): Promise<string[]> {
  return await Promise.all(Array.from({ length: POSTS }, () => untilAnswered(path, body, key)));
}

async function untilAnswered(path: string, body: unknown, key: string): Promise<string> {
  while (true) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { "x-api-key": site.key, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(body),
    }).catch(() => null);
    const answer = (await response?.json().catch(() => null)) as { id?: string; code?: string } | null;
    if (response?.ok && answer?.id !== undefined) return answer.id;
    const isToRepeat = response == null || answer === null || [409, 503].includes(response.status);
    if (!isToRepeat) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
    await Bun.sleep(200);
  }
}
