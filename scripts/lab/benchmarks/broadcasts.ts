/** A broadcast to many people: how fast, with how much memory, and whether anybody got it twice. */
import type { Sql } from "../../../db/connection/client.ts";
import { watchMemory } from "../stage/process.ts";
import { UNPACED } from "../stage/sandbox.ts";
import type { Options } from "./options.ts";
import { type Figure, figure } from "./report.ts";
import type { Stage } from "./stage.ts";

type Broadcast = { id: string; status: string; counts: Record<string, number> };

const QUICK_PEOPLE = 300;
const PEOPLE_AT_ONCE = 2000;

/** Throws when the counts don't add up to the audience. */
export async function measureBroadcasts(stage: Stage, { quick, people }: Options): Promise<Figure[]> {
  const { daemon, sql } = stage;
  const count = quick ? QUICK_PEOPLE : people;
  await daemon.api("PATCH", `/v1/channels/${daemon.channelId}`, { settings: UNPACED });
  await makePeople(sql, count);
  const few = await send(stage, { limit: { people: Math.ceil(count / 10) } });
  const all = await send(stage, {});
  const [row] = await sql<{ twice: number }[]>`
    select count(*) - count(distinct contact_id) as twice from messages
    where broadcast_id = ${all.id} and status <> 'cancelled'`;
  return [
    figure("audience written", all.audienceSeconds, "s"),
    figure("people written to", count / all.seconds, "a second", { digits: 0 }),
    figure("got it twice", row?.twice ?? 0, "", { atMost: 0 }),
    figure("memory, at most", all.megabytes, "MiB"),
    figure("more than to a tenth of the people", Math.max(0, all.megabytes - few.megabytes), "MiB", {
      atMost: 32,
    }),
  ];
}

/** Makes so many contacts, all in the audience of `draft`. */
async function makePeople(sql: Sql, people: number): Promise<void> {
  for (let first = 0; first < people; first += PEOPLE_AT_ONCE) {
    const rows = Array.from({ length: Math.min(PEOPLE_AT_ONCE, people - first) }, (_, n) => ({
      ...{ n, name: `Person ${first + n}`, tags: ["bench"] },
      phone_number: `+1416${String(first + n).padStart(7, "0")}`,
    }));
    await sql`
      select count(*) from organizations as owner
      cross join lateral upsert_contacts(owner.organization_id, ${JSON.stringify(rows)}::text::json)`;
  }
  await sql`analyze contacts, contact_identities, contact_tags`;
}

/** Sends a broadcast until everybody's message is handed over, and compares its counts with its audience. */
async function send({ daemon, sql }: Stage, more: object) {
  const body = {
    ...{ name: "Bench", channel_id: daemon.channelId, audience: { tags: { any: ["bench"] } } },
    template: {
      ...{ name: "order_update", language: "en_US" },
      parameters: { body: [{ field: "first_name", fallback: "there" }, "4711"] },
    },
    ...more,
  };
  const { id } = await daemon.api<Broadcast>("POST", "/v1/broadcasts", body);
  const memory = watchMemory(daemon.pid);
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  await daemon.api("POST", `/v1/broadcasts/${id}/start`, {});
  while ((await sql`select from broadcasts where id = ${id} and audience_written_at is null`).length > 0)
    await Bun.sleep(50);
  const audienceSeconds = seconds();
  const look = () => daemon.api<Broadcast>("GET", `/v1/broadcasts/${id}`);
  let broadcast = await look();
  for (; broadcast.status === "running"; broadcast = await look()) await Bun.sleep(500);
  const { audience, replied: _, opted_out: __, ...states } = broadcast.counts;
  const counted = Object.values(states).reduce((one, other) => one + other, 0);
  if (counted !== audience) throw new Error(`the counts don't add up: ${JSON.stringify(broadcast.counts)}`);
  return { id, audienceSeconds, seconds: seconds(), megabytes: memory.stop() };
}
