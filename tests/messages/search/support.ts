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
