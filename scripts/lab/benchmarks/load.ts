/**
 * The load generator, a program of its own: posts messages over kept-alive connections, each waiting for its
 * answer before its next request. Works on bare sockets with requests made beforehand, so that it takes as
 * little as possible of the processors that the daemon and Postgres share with it. Prints a `LoadResult`.
 */

import type { LoadOptions, LoadResult } from "./post-messages.ts";
import { quantile } from "./report.ts";

const FIRST_RECIPIENT = 14155000000;

const options = JSON.parse(process.argv[2] ?? "{}") as LoadOptions;
process.stdout.write(`${JSON.stringify(await run(options))}\n`);
process.exit(0);

async function run({
  connections,
  warmUpSeconds,
  seconds,
  requests,
  recipients,
  perSecond,
}: LoadOptions): Promise<LoadResult> {
  const prepared = Array.from({ length: recipients }, (_, index) => request(FIRST_RECIPIENT + index));
  const conversations = await Promise.all(Array.from({ length: connections }, connect));
  const startedAt = performance.now();
  const measuredFrom = startedAt + warmUpSeconds * 1000;
  const until = measuredFrom + seconds * 1000;
  const latencies: number[] = [];
  let refusal: string | null = null;
  let given = 0;
  let turns = 0;

  /** The next request, or null when this connection is done. */
  const next = () =>
    given < (requests ?? Infinity) && performance.now() < until
      ? (prepared[given++ % recipients] ?? null)
      : null;
  /** Milliseconds until the next request is due. */
  const pause = () => (perSecond === null ? 0 : startedAt + (turns++ * 1000) / perSecond - performance.now());
  const received = (text: string, sentAt: number) => {
    if (text.slice(9, 12) !== "201") refusal ??= text;
    else if (sentAt >= measuredFrom) latencies.push(performance.now() - sentAt);
  };
  await Promise.all(conversations.map((converse) => converse(next, pause, received)));
  const elapsed = (performance.now() - measuredFrom) / 1000;
  return {
    received: latencies.length,
    refusal,
    seconds: elapsed,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

function request(recipient: number): Uint8Array {
  const { url, key, channelId, scheduledAt } = options;
  const body = JSON.stringify({
    channel_id: channelId,
    to: String(recipient),
    type: "text",
    content: { body: "Your table for two is booked for 19:30." },
    ...(scheduledAt === null ? {} : { scheduled_at: scheduledAt }),
  });
  const head = [
    "POST /v1/messages HTTP/1.1",
    `host: ${new URL(url).host}`,
    `x-api-key: ${key}`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

type Converse = (
  next: () => Uint8Array | null,
  pause: () => number,
  received: (text: string, sentAt: number) => void,
) => Promise<void>;

/** Connects, which is not measured; the function that it returns asks and listens until there is no next request. */
async function connect(): Promise<Converse> {
  const { hostname, port } = new URL(options.url);
  const over = Promise.withResolvers<void>();
  let read = (_bytes: Buffer): void => {};
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_, bytes) => read(bytes),
      close: () => over.resolve(),
      error: (_, cause) => over.reject(cause),
    },
  });
  return async (next, pause, received) => {
    let text = "";
    let sentAt = 0;

    const ask = () => {
      const due = pause();
      if (due > 0) setTimeout(send, due);
      else send();
    };
    const send = () => {
      const bytes = next();
      if (bytes === null) return void socket.end();
      sentAt = performance.now();
      if (socket.write(bytes) !== bytes.length) over.reject(new Error("a request was not taken whole"));
    };
    read = (bytes) => {
      text += bytes.toString("latin1");
      if (!isWhole(text)) return;
      received(text, sentAt);
      text = "";
      ask();
    };
    ask();
    await over.promise;
  };
}

/** Whether a response (as latin1, so that characters are bytes) is complete. The server always says its length. */
function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return false;
  const length = /content-length: *(\d+)/i.exec(text)?.[1];
  return text.length >= end + 4 + Number(length ?? 0);
}
