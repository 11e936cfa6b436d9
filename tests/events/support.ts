/** Events written as the daemon writes them, and a client of their stream. */
import type { Queryable } from "../../db/connection/client.ts";

/** Emits one event in the given transaction or on its own. */
export async function emit(
  sql: Queryable,
  organizationId: string,
  body: Record<string, unknown>,
  { type = "message.sent", channelId = null }: { type?: string; channelId?: string | null } = {},
): Promise<void> {
  await sql`
    select emit_events(array[row(${organizationId}, ${channelId}, ${type}, ${JSON.stringify(body)})::event_input])`;
}

export type StreamedEvent = {
  id: string;
  event: string;
  data: { id: string; type: string; body: { n: number } };
};

/** An open stream: what it was sent so far, and the last id, as an EventSource would keep it. */
export type Stream = {
  events: StreamedEvent[];
  lastId(): string;
  /** The numbers `n` of the bodies. */
  numbers(): number[];
  /** Resolves once the condition holds; rejects when the stream ends before or after 20 s. */
  until(condition: () => boolean): Promise<void>;
  ended: Promise<void>;
  close(): void;
};

/** Opens the stream with a key, or headers, and waits for its first cursor; `query` is what follows the question mark. */
export async function openStream(
  url: string,
  who: string | Record<string, string>,
  { query = "", lastId }: { query?: string; lastId?: string } = {},
): Promise<Stream> {
  const stop = new AbortController();
  const credential = typeof who === "string" ? { "x-api-key": who } : who;
  const response = await fetch(`${url}/v1/events/stream?${query}`, {
    headers: { ...credential, ...(lastId === undefined ? {} : { "last-event-id": lastId }) },
    signal: stop.signal,
  });
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${await response.text()}`);
  const events: StreamedEvent[] = [];
  let last = lastId ?? "";
  let changed = () => {};
  const begun = Promise.withResolvers<void>();
  const ended = (async () => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of response.body ?? []) {
      rest += decoder.decode(chunk, { stream: true });
      const blocks = rest.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = block.split("\n").map((line) => /^(\w+): (.*)$/s.exec(line)?.slice(1) ?? []);
        const all = (name: string) => fields.filter(([field]) => field === name).map(([, value]) => value);
        last = all("id")[0] ?? last;
        const data = all("data").join("\n");
        begun.resolve();
        if (data !== "") events.push({ id: last, event: all("event")[0] ?? "", data: JSON.parse(data) });
      }
      changed();
    }
  })()
    .catch(() => {})
    .finally(begun.reject);
  await begun.promise;
  return {
    events,
    lastId: () => last,
    numbers: () => events.map(({ data }) => data.body.n),
    async until(condition) {
      const over = Promise.race([ended, Bun.sleep(20_000)]).then(() => {
        if (!condition()) throw new Error(`the stream ended or nothing came; it had ${events.length} events`);
      });
      while (!condition()) {
        const change = new Promise<void>((resolve) => {
          changed = resolve;
        });
        await Promise.race([change, over]);
      }
    },
    ended,
    close: () => stop.abort(),
  };
}
