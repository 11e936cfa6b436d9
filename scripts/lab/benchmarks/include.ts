/** What it costs that an endpoint's events carry the message and the contact: the same backlogs without and with them, in turns. */
import type { Options } from "./options.ts";
import { type Figure, figure, quantile } from "./report.ts";
import type { Stage } from "./stage.ts";
import { openReceiver, type Receiver } from "./webhook-receiver.ts";
import { between, workSoFar } from "./work.ts";

const FULL = { events: 5000, turns: 5 };
const QUICK = { events: 50, turns: 1 };
const AT_ONCE = 500;
const WAYS = { alone: {}, carrying: { include: ["message", "contact"] } };

type Run = { stage: Stage; receiver: Receiver; bodies: string[] };
/** Per event: milliseconds by the clock, and of the processors. */
type Cost = { took: number; processors: number | null };

export async function measureInclude(stage: Stage, { quick }: Pick<Options, "quick">): Promise<Figure[]> {
  const { events, turns } = quick ? QUICK : FULL;
  const run = { stage, receiver: await openReceiver(stage), bodies: await receive(stage, events) };
  const costs: Record<keyof typeof WAYS, Cost[]> = { alone: [], carrying: [] };
  // the first turn warms up
  for (let turn = 0; turn <= turns; turn++) {
    for (const way of ["alone", "carrying"] as const) {
      const cost = await deliver(run, WAYS[way]);
      if (turn > 0) costs[way].push(cost);
    }
  }
  return [
    ...compare("an event", (way) => costs[way].map(({ took }) => took)),
    ...compare(
      "the daemon's and Postgres's processor time for it",
      (way) => costs[way].flatMap(({ processors }) => processors ?? []),
      15,
    ),
  ];
}

function compare(name: string, of: (way: keyof typeof WAYS) => number[], atMost?: number): Figure[] {
  const [alone, carrying] = [quantile(of("alone"), 0.5), quantile(of("carrying"), 0.5)];
  return [
    figure(`${name} in a backlog`, alone, "ms", { digits: 2 }),
    figure(`${name} that carries message and contact`, carrying, "ms", { digits: 2 }),
    figure("more", (carrying / alone - 1) * 100, "%", atMost === undefined ? {} : { atMost }),
  ];
}

/** A backlog to an endpoint, from when it is enabled until all has come. */
async function deliver({ stage, receiver, bodies }: Run, wish: object): Promise<Cost> {
  const endpoint = await receiver.register("good", { filterTypes: ["message.decrypted"], ...wish });
  await endpoint.enable(false);
  for (let made = 0; made < bodies.length; made += AT_ONCE)
    await emit(stage, bodies.slice(made, made + AT_ONCE));
  await receiver.forget();
  const pids = [stage.daemon.pid];
  const before = await workSoFar(stage.sql, pids, false);
  await endpoint.enable(true);
  const { seconds } = await receiver.untilTaken(bodies.length);
  const { daemonMs, postgresMs } = between(before, await workSoFar(stage.sql, pids, false));
  await endpoint.remove();
  const all = daemonMs === null || postgresMs === null ? null : daemonMs + postgresMs;
  return {
    took: (seconds * 1000) / bodies.length,
    processors: all === null ? null : all / bodies.length,
  };
}

/** As many messages as there are events, of a hundred people; returns the bodies of events about them. */
async function receive({ sql, daemon: { channelId } }: Stage, events: number): Promise<string[]> {
  const at = new Date().toISOString();
  const messages = Array.from({ length: events }, (_, nth) => {
    const id = Bun.randomUUIDv7();
    const phone = `1415555${String(nth % 100).padStart(4, "0")}`;
    const person = { identity_type: "phone", identity_value: phone, from_phone: phone, name: "Ada Lovelace" };
    const content = JSON.stringify({ body: `A table for two at eight, please? This is the ${nth}th time.` });
    return { id, provider_message_id: id, direction: "inbound", type: "text", content, ...person, at };
  });
  for (let nth = 0; nth < events; nth += AT_ONCE) {
    const part = JSON.stringify(messages.slice(nth, nth + AT_ONCE));
    await sql`
      select receive_messages(organization_id, ${channelId}, ${part}::text::json)
      from (select organization_id from organizations limit 1) as organization`;
  }
  const rows = await sql<{ body: string }[]>`
    select body from events where type = 'message.new' order by id desc limit ${events}`;
  return rows.map(
    ({ body }) => `${body.slice(0, -1)},"emitted_at":${performance.timeOrigin + performance.now()}}`,
  );
}

async function emit({ sql }: Stage, bodies: string[]): Promise<void> {
  await sql`
    select emit_events(array_agg(
      row(organization.organization_id, null, 'message.decrypted', body)::event_input
    ))
    from (select organization_id from organizations limit 1) as organization, unnest(${bodies}::text[]) as body`;
}
