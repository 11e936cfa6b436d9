/** A broadcast to many people, and what is looked at to see that it came to each of them once. */
import type { Sql } from "../../../db/connection/client.ts";
import type { Stage } from "../stage/stage.ts";

export type Counts = Record<string, number>;
export type Broadcast = { id: string; status: string; counts: Counts; stopped_by: { rule: string } | null };

const PEOPLE_AT_ONCE = 2000;
const PREFIX = "1416";

/** How many messages a second the channel sends. */
export async function setPace({ daemon }: Stage, per_second: number): Promise<void> {
  const settings = { rate: { per_second, per_recipient_seconds: 0 } };
  await daemon.api("PATCH", `/v1/channels/${daemon.channelId}`, { settings });
}

/** Makes so many contacts, all in the audience of `draft`. */
export async function makePeople(sql: Sql, people: number): Promise<void> {
  for (let first = 0; first < people; first += PEOPLE_AT_ONCE) {
    const rows = Array.from({ length: Math.min(PEOPLE_AT_ONCE, people - first) }, (_, n) => ({
      n,
      phone_number: `+${PREFIX}${String(first + n).padStart(7, "0")}`,
      name: `Person ${first + n}`,
      tags: ["bench"],
    }));
    await sql`
      select count(*) from organizations as owner
      cross join lateral upsert_contacts(owner.organization_id, ${JSON.stringify(rows)}::text::json)`;
  }
  await sql`analyze contacts, contact_identities, contact_tags`;
}

/** The body of a broadcast to all of them. */
export const draft = ({ daemon }: Stage, more: object) => ({
  name: "Bench",
  channel_id: daemon.channelId,
  template: {
    ...{ name: "order_update", language: "en_US" },
    parameters: { body: [{ field: "first_name", fallback: "there" }, "4711"] },
  },
  audience: { tags: { any: ["bench"] } },
  ...more,
});

/** How many people are in all states together. */
export function sumOf({ audience: _, replied: __, opted_out: ___, ...states }: Counts): number {
  return Object.values(states).reduce((one, other) => one + other, 0);
}

/** How many messages people have beyond their first, without those that were taken back. */
export async function countTwice(sql: Sql, id: string): Promise<number> {
  const [row] = await sql<{ twice: number }[]>`
    select count(*) - count(distinct contact_id) as twice from messages
    where broadcast_id = ${id} and status <> 'cancelled'`;
  return row?.twice ?? 0;
}

type Previewed = { audience: number; sendable: number; next_cursor: string | null };

/** Asks for a preview until everybody is counted. */
export async function previewAll({ daemon }: Stage, path: string, body?: object): Promise<Previewed> {
  const ask = (query: string) => daemon.api<Previewed>("POST", `${path}${query}`, body);
  let preview = await ask("");
  while (preview.next_cursor !== null) preview = await ask(`?cursor=${preview.next_cursor}`);
  return preview;
}
