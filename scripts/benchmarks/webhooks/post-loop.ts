/**
 * What delivering is compared with, a program of its own: posts the same bodies and as many headers over
 * kept-alive connections, and does nothing else. Prints a `LoopResult`.
 */

import { eventBody } from "./event-body.ts";
import type { LoopOptions, LoopResult } from "./types.ts";

const HEADERS = {
  "content-type": "application/json",
  "user-agent": "Waypost-Webhooks/1",
  "webhook-id": "evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
  "webhook-timestamp": "1795253400",
  "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  "svix-id": "evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
  "svix-timestamp": "1795253400",
  "svix-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  "webhook-event-type": "message.status_update",
};

const options = JSON.parse(process.argv[2] ?? "{}") as LoopOptions;
process.stdout.write(`${JSON.stringify(await run(options))}\n`);
process.exit(0);

async function run({ urls, connections, bodies }: LoopOptions): Promise<LoopResult> {
  let next = 0;
  const startedAt = performance.now();
  async function loop(): Promise<void> {
    while (next < bodies) {
      const url = urls[next % urls.length] ?? "";
      next += 1;
      const response = await fetch(url, { method: "POST", headers: HEADERS, body: eventBody(next) });
      await response.arrayBuffer();
    }
  }
  await Promise.all(Array.from({ length: connections }, loop));
  return { perSecond: Math.round((bodies * 1000) / (performance.now() - startedAt)) };
}
