/** A client of the stream of requests, and a second daemon on the same database. */

import { readServerSentEvents } from "../../cli/lib/api/server-sent-events.ts";
import { createLog } from "../../daemon/lib/log.ts";
import { type Daemon, startDaemon } from "../../daemon/start/daemon.ts";
import type { TestDaemon } from "../support/daemon.ts";

export type Message = { event: string; id: string; data: Record<string, unknown> };

export type LineStream = {
  messages: Message[];
  /** The paths of the requests. */
  paths(): unknown[];
  lastId(): string;
  /** Resolves once the condition holds; rejects when the stream ends before. */
  until(condition: () => boolean): Promise<void>;
  ended: Promise<void>;
  close(): void;
};

/** Opens the stream with a key and waits for its first cursor; `query` is what follows the question mark. */
export async function openLines(url: string, key: string, query = ""): Promise<LineStream> {
  const stop = new AbortController();
  const response = await fetch(`${url}/v1/logs/requests/stream?${query}`, {
    headers: { "x-api-key": key },
    signal: stop.signal,
  });
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  const messages: Message[] = [];
  let lastId = "";
  let isOver = false;
  let changed = () => {};
  const begun = Promise.withResolvers<void>();
  const ended = (async () => {
    for await (const { id, event, data } of readServerSentEvents(response.body ?? new ReadableStream())) {
      lastId = id ?? lastId;
      if (data !== "") messages.push({ id: lastId, event, data: JSON.parse(data) });
      begun.resolve();
      changed();
    }
  })()
    .catch(() => {})
    .finally(() => {
      isOver = true;
      changed();
    });
  await begun.promise;
  return {
    messages,
    paths: () => messages.filter(({ event }) => event === "request").map(({ data }) => data.path),
    lastId: () => lastId,
    async until(condition) {
      while (!condition()) {
        if (isOver) throw new Error(`the stream ended after ${JSON.stringify(messages)}`);
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
    },
    ended,
    close: () => stop.abort(),
  };
}

/** Another daemon on the database of a test's own. */
export async function startAnother({ config, databaseUrl, secrets }: TestDaemon): Promise<Daemon> {
  return await startDaemon({ config, databaseUrl, secrets, log: createLog("error") });
}
