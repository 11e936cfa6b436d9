import { newestEventPosition } from "../../../db/events/events.ts";
import type { TestDaemon } from "../../support/daemon.ts";
import { until } from "../../support/until.ts";

let serial = 0;

/** A message of a person, as Meta's webhook has it; a text unless said otherwise. */
export function heard(words: string | object, from = "14155568001") {
  return {
    ...{ from, id: `wamid.search.${++serial}`, timestamp: String(Math.floor(Date.now() / 1000)) },
    ...(typeof words === "string" ? { type: "text", text: { body: words } } : words),
  };
}

/** Resolves when everything that was written until now is in the index. */
export async function indexed(waypost: TestDaemon, organizationId = waypost.organizationId): Promise<void> {
  const newest = await newestEventPosition(waypost.sql);
  await until(async () => {
    const [behind] = await waypost.sql`
      select from message_search_places as place
      where organization_id = ${organizationId} and earlier_than is null and not exists (
        select from events where events.organization_id = ${organizationId} and events.position <= ${newest}
          and (events.position, events.id) > (place.position, place.event_id)
      )`;
    return behind !== undefined;
  });
}

type Found = { text: string; highlights: [number, number][] };

/** The parts of each message that are highlighted. */
export const marked = (found: readonly Found[]) =>
  found.map(({ text, highlights }) =>
    highlights.map(([start, length]) => [...text].slice(start, start + length).join("")),
  );

/** Has messages in the index, each in a block of its own. */
export async function inOwnBlocks(waypost: TestDaemon, ...bodies: readonly string[]): Promise<void> {
  for (const body of bodies) {
    // as if they were full
    await waypost.sql`update message_search_blocks set messages = 1000000`;
    await waypost.call("POST", "/v1/messages", {
      ...{ channel_id: waypost.channelId, to: "14155568301", type: "text", content: { body } },
      scheduled_at: new Date(Date.now() + 3600_000).toISOString(),
    });
    await indexed(waypost);
  }
}

/** Begins a search, and returns when its first look into the index has taken longer than a page may. */
export async function heldUp({ sql }: TestDaemon, begin: () => void): Promise<void> {
  await sql.begin(async (holder) => {
    await holder`lock table message_search_words in access exclusive mode`;
    begin();
    await until(async () => {
      const [held] = await sql`
        select from pg_stat_activity where wait_event_type = 'Lock' and query like '%select block.id as block%'
          and now() - query_start > interval '1100 ms'`;
      return held !== undefined;
    });
  });
}
