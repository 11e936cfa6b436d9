/** How long a message of a paired number takes while nothing else goes on: from the request to the phone, and from a phone to the webhook. */
import { Webhook } from "standardwebhooks";
import { createReceiver } from "../lib/receiver.ts";
import type { Paired } from "../stage/pairing.ts";
import { type Figure, spread } from "./report.ts";
import type { Stage } from "./stage.ts";

const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
const LONGEST_WAIT_MS = 30_000;
const PERSON = "14159990001";

/**
 * One after another, to and from a person who has been written to before: until the phone has it, and until the webhook
 * was verified. The first five each way are not counted.
 */
export async function measureLatency(stage: Stage, paired: Paired, messages: number): Promise<Figure[]> {
  const toPhone = await timesToPhone(stage, paired, 5 + messages);
  const toWebhook = await timesToWebhook(stage, paired, 5 + messages);
  return [...spread("request to phone", toPhone.slice(5)), ...spread("phone to webhook", toWebhook.slice(5))];
}

async function timesToPhone(
  { daemon, sandbox }: Stage,
  { channelId }: Paired,
  messages: number,
): Promise<number[]> {
  const phone = await watchPhone(sandbox.url);
  const times: number[] = [];
  try {
    for (let nth = 0; nth < messages; nth++) {
      const body = `latency ${crypto.randomUUID()}`;
      const startedAt = performance.now();
      const came = phone.next(body);
      await daemon.api("POST", "/v1/messages", {
        ...{ channel_id: channelId, to: PERSON, type: "text", content: { body } },
      });
      times.push((await inTime(came, "the phone")) - startedAt);
    }
  } finally {
    phone.stop();
  }
  return times;
}

async function timesToWebhook(
  { daemon, sandbox }: Stage,
  { number }: Paired,
  messages: number,
): Promise<number[]> {
  const receiver = createReceiver();
  const endpoint = await daemon.api<{ id: string; secret: string }>("POST", ENDPOINTS, {
    ...{ url: receiver.url, filterTypes: ["message.new"] },
  });
  const webhook = new Webhook(endpoint.secret);
  const times: number[] = [];
  try {
    for (let nth = 0; nth < messages; nth++) {
      const startedAt = performance.now();
      await sandbox.control("POST", `phones/${PERSON}/messages`, {
        to: number,
        content: { body: `answer ${nth}` },
      });
      const { body, headers } = await inTime(receiver.next(), "the endpoint");
      webhook.verify(body, headers);
      times.push(performance.now() - startedAt);
    }
  } finally {
    await daemon.api("DELETE", `${ENDPOINTS}/${endpoint.id}`);
    receiver.stop();
  }
  return times;
}

/** What comes to the person's phone, as it comes; `next` resolves with the moment at which a text was there. */
async function watchPhone(
  sandboxUrl: string,
): Promise<{ next(text: string): Promise<number>; stop(): void }> {
  const stopping = new AbortController();
  const response = await fetch(`${sandboxUrl}/sandbox/phones/${PERSON}/events`, { signal: stopping.signal });
  const waiting = new Map<string, (moment: number) => void>();
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk, { stream: true });
      for (const [awaited, came] of waiting) if (text.includes(awaited)) came(performance.now());
    }
  };
  read().catch(() => {});
  return {
    next: (text) =>
      new Promise((resolve) =>
        waiting.set(text, (moment) => {
          waiting.delete(text);
          resolve(moment);
        }),
      ),
    stop: () => stopping.abort(),
  };
}

async function inTime<Result>(awaited: Promise<Result>, where: string): Promise<Result> {
  const late = Bun.sleep(LONGEST_WAIT_MS).then(() => null);
  const came = await Promise.race([awaited, late]);
  if (came === null) throw new Error(`nothing came to ${where} for ${LONGEST_WAIT_MS / 1000} s`);
  return came;
}
