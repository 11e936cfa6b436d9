/** Readers of the event log that are interrupted again and again, and continue from the last cursor that they kept. */
import { insist } from "./api.ts";
import type { LiveOrganization, World } from "./world.ts";

const PAUSE_MS = 300;

type Reader = { world: World; organization: LiveOrganization; ids: string[]; cursor: string };

/** Reads from the beginning until `isDone`; returns how to have it finish what is left. */
export async function readLog(
  world: World,
  organization: LiveOrganization,
  { isStream, everyEvents, n }: { isStream: boolean; everyEvents: number; n: number },
): Promise<void> {
  const ids: string[] = [];
  world.history.readings.push({
    reader: `reader ${n} of ${organization.label}`,
    organization: organization.label,
    ids,
  });
  const reader: Reader = { world, organization, ids, cursor: "beginning" };
  while (!world.isOver()) {
    // once nobody is busy any more, it reads as fast as it may
    const most = world.now() > world.plan.seconds * 1000 ? Infinity : everyEvents;
    if (isStream) await readStream(reader, most);
    else await readPage(reader, Math.min(100, most));
    await Bun.sleep(PAUSE_MS);
  }
}

/** One page; half of them are lost before their cursor is kept, as when the reader is killed. */
async function readPage(reader: Reader, limit: number): Promise<void> {
  const { world, organization } = reader;
  const path = `/v1/events?limit=${limit}&after=${encodeURIComponent(reader.cursor)}`;
  const answer = await insist(world, organization.key, "GET", path);
  if (answer?.status !== 200 || world.random.chance(0.3)) return;
  for (const { id } of answer.body.data) reader.ids.push(id);
  reader.cursor = answer.body.meta.last_cursor ?? reader.cursor;
}

/** A stream that breaks off after some events, or when its daemon goes. */
async function readStream(reader: Reader, events: number): Promise<void> {
  const { world, organization } = reader;
  const { daemons } = world.stage;
  const daemon = daemons[world.random.between(0, daemons.length - 1)];
  const url = `http://127.0.0.1:${daemon?.port}/v1/events/stream?after=${encodeURIComponent(reader.cursor)}`;
  const breaking = new AbortController();
  const timer = setInterval(() => world.isOver() && breaking.abort(), PAUSE_MS);
  const latest = setTimeout(() => breaking.abort(), world.random.between(1000, 8000));
  try {
    const headers = { "x-api-key": organization.key.secret };
    const response = await fetch(url, { headers, signal: breaking.signal });
    if (!response.ok || response.body === null) return;
    let left = events;
    for await (const message of messagesOf(response.body)) {
      const { id, isEvent } = read(message);
      if (id === null) continue;
      if (isEvent) reader.ids.push(id);
      reader.cursor = id;
      if (isEvent && --left <= 0) return;
    }
  } catch {
    // cut off: it continues from its cursor
  } finally {
    breaking.abort();
    clearInterval(timer);
    clearTimeout(latest);
  }
}

async function* messagesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const messages = text.split("\n\n");
    text = messages.pop() ?? "";
    yield* messages;
  }
}

function read(message: string): { id: string | null; isEvent: boolean } {
  const id = /^id: (.+)$/m.exec(message)?.[1] ?? null;
  return { id, isEvent: /^data: /m.test(message) };
}
