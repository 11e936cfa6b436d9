/** How long a message of a paired number takes while nothing else goes on: from the request to the phone, and from a phone to the webhook. */
import { Webhook } from "standardwebhooks";
import { createReceiver } from "../../lib/receiver.ts";
import type { Stage } from "../stage/stage.ts";
import { quantile, rounded } from "../statistics.ts";
import type { Paired, SandboxClient } from "./pairing.ts";

type Spread = { p50: number; p99: number };

/** Milliseconds: from before the request until the phone has it, and from before somebody writes until the webhook was verified. */
export type Latency = { messages: number; toPhone: Spread; toWebhook: Spread };

const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
const LONGEST_WAIT_MS = 30_000;
const PERSON = "14159990001";

/** One after another, to and from a person who has been written to before. */
export async function measureLatency(
  stage: Stage,
  sandbox: SandboxClient,
  paired: Paired,
  messages: number,
): Promise<Latency> {
  await exchange(stage, sandbox, paired, 5);
  const { toPhone, toWebhook } = await exchange(stage, sandbox, paired, messages);
  return { messages, toPhone: spread(toPhone), toWebhook: spread(toWebhook) };
}

async function exchange(stage: Stage, sandbox: SandboxClient, paired: Paired, messages: number) {
  const toPhone = await timesToPhone(stage, paired, messages);
  const toWebhook = await timesToWebhook(stage, sandbox, paired, messages);
  return { toPhone, toWebhook };
}

async function timesToPhone(
  { daemon, sandboxUrl }: Stage,
  { channelId }: Paired,
  messages: number,
): Promise<number[]> {
  const phone = await watchPhone(sandboxUrl);
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
  { daemon }: Stage,
  sandbox: SandboxClient,
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
      await sandbox("POST", `phones/${PERSON}/messages`, { to: number, content: { body: `answer ${nth}` } });
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

function spread(times: readonly number[]): Spread {
  return { p50: rounded(quantile(times, 0.5)), p99: rounded(quantile(times, 0.99)) };
}

/** For a person. */
export function showLatency({ messages, toPhone, toWebhook }: Latency): string {
  const shown = ({ p50, p99 }: Spread) => `p50 ${p50} ms, p99 ${p99} ms`;
  return `${messages} each way: request to phone ${shown(toPhone)}; phone to webhook ${shown(toWebhook)}`;
}
