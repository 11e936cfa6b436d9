/** How long one message takes while nothing else goes on: to the webhook that says so, to a phone, and from a phone. */
import { Webhook } from "standardwebhooks";
import { createReceiver } from "../../lib/receiver.ts";
import type { Paired } from "../stage/pairing.ts";
import { type Figure, spread } from "./report.ts";
import type { Stage } from "./stage.ts";

const ENDPOINTS = "/v1/settings/developer/webhooks/endpoints";
const LONGEST_WAIT_MS = 30_000;
const PERSON = "14159990001";
const STATUSES = ["queued", "sent", "delivered", "read"];

type Event = { message_id: string; status: string };
type Timed = { messages: number; warmUp: number };

/** From a request to the webhook that reports the message as sent, one after another, each to somebody else. */
export async function measureEndToEnd({ daemon }: Stage, timed: Timed): Promise<Figure[]> {
  const times = await withEndpoint(daemon, "message.status_update", (next) =>
    repeat(timed, async (nth) => {
      const startedAt = performance.now();
      const id = await post(
        daemon,
        `1415556${String(nth).padStart(4, "0")}`,
        "Your table is booked for 19:30.",
      );
      const seen = new Map<string, number>();
      while (!STATUSES.every((status) => seen.has(status))) {
        const event = await next();
        if (event.message_id === id) seen.set(event.status, performance.now() - startedAt);
      }
      return seen.get("sent") ?? Number.NaN;
    }),
  );
  return spread("request to webhook that says sent", times, { p50: { atMost: 10 }, p99: { atMost: 20 } });
}

/** Of a paired number, to and from a person who has been written to before. */
export async function measurePaired(stage: Stage, { channelId, number }: Paired, messages: number) {
  const daemon = { ...stage.daemon, channelId };
  const { sandbox } = stage;
  const timed = { messages, warmUp: 5 };
  const phone = await watchPhone(sandbox.url);
  const toPhone = await repeat(timed, async () => {
    const text = `latency ${crypto.randomUUID()}`;
    const startedAt = performance.now();
    const came = phone.next(text);
    await post(daemon, PERSON, text);
    return (await inTime(came, "the phone")) - startedAt;
  }).finally(phone.stop);
  const toWebhook = await fromPhone(stage, number, (measure) => repeat(timed, measure));
  return [...spread("request to phone", toPhone), ...spread("phone to webhook", toWebhook)];
}

/** Does work that measures as often as it likes how long a message takes from a phone to the webhook, in milliseconds. */
export async function fromPhone<Result>(
  { daemon, sandbox }: Stage,
  number: string,
  work: (measure: (nth: number) => Promise<number>) => Promise<Result>,
): Promise<Result> {
  return await withEndpoint(daemon, "message.new", (next) =>
    work(async (nth) => {
      const startedAt = performance.now();
      const answer = { to: number, content: { body: `answer ${nth}` } };
      await sandbox.control("POST", `phones/${PERSON}/messages`, answer);
      await next();
      return performance.now() - startedAt;
    }),
  );
}

/** The milliseconds of each message but the first ones: those of a new daemon wait until code and statements are ready. */
async function repeat({ messages, warmUp }: Timed, measure: (nth: number) => Promise<number>) {
  const times: number[] = [];
  for (let nth = 0; nth < warmUp + messages; nth++) times.push(await measure(nth));
  return times.slice(warmUp);
}

async function post({ api, channelId }: Stage["daemon"], to: string, body: string): Promise<string> {
  const message = { channel_id: channelId, to, type: "text", content: { body } };
  return (await api<{ id: string }>("POST", "/v1/messages", message)).id;
}

/** Does work while an endpoint takes events of a type; `next` resolves with the next one, once its signature is verified. */
async function withEndpoint<Result>(
  { api }: Stage["daemon"],
  type: string,
  work: (next: () => Promise<Event>) => Promise<Result>,
): Promise<Result> {
  const receiver = createReceiver();
  const wish = { url: receiver.url, filterTypes: [type] };
  const { id, secret } = await api<{ id: string; secret: string }>("POST", ENDPOINTS, wish);
  const webhook = new Webhook(secret);
  try {
    return await work(async () => {
      const { body, headers } = await inTime(receiver.next(), "the endpoint");
      return webhook.verify(body, headers) as Event;
    });
  } finally {
    await api("DELETE", `${ENDPOINTS}/${id}`);
    receiver.stop();
  }
}

/** What comes to the person's phone, as it comes; `next` resolves with the moment at which a text was there. */
async function watchPhone(url: string): Promise<{ next(text: string): Promise<number>; stop(): void }> {
  const stopping = new AbortController();
  const response = await fetch(`${url}/sandbox/phones/${PERSON}/events`, { signal: stopping.signal });
  let awaited = { text: "", came: (_moment: number) => {} };
  const read = async () => {
    for await (const text of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()))
      if (text.includes(awaited.text)) awaited.came(performance.now());
  };
  read().catch(() => {});
  return {
    next: (text) =>
      new Promise((came) => {
        awaited = { text, came };
      }),
    stop: () => stopping.abort(),
  };
}

async function inTime<Result>(awaited: Promise<Result>, where: string): Promise<Result> {
  const late = Bun.sleep(LONGEST_WAIT_MS).then(() => null);
  const came = await Promise.race([awaited, late]);
  if (came === null) throw new Error(`nothing came to ${where} for ${LONGEST_WAIT_MS / 1000} s`);
  return came;
}
