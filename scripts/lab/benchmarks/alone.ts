/** What one message costs at an ordinary rate, when it shares its commits with no other. */
import type { Options } from "./options.ts";
import { type Figure, figure } from "./report.ts";
import type { Stage } from "./stage.ts";
import { openReceiver, type Receiver } from "./webhook-receiver.ts";
import { between, type Work, workSoFar } from "./work.ts";

const SECONDS = 30;
const QUICK_SECONDS = 1;
const WARM_UP = 10;
/** Queued, sent, delivered, read. */
const STATUSES = 4;
const TYPES = ["message.new", "message.status_update"];

type Kind = { name: string; webhooks: number; make(person: string): Promise<unknown> };
type Counted = { seconds: number; commits: number; work: Work };

/**
 * Messages that come in and messages that are sent, so many a second, each with its webhooks: their commits and the
 * processor time, without what the daemon does beside them.
 */
export async function measureAlone(stage: Stage, { rate, quick }: Options): Promise<Figure[]> {
  const { daemon, sandbox } = stage;
  const receiver = await openReceiver(stage);
  await receiver.register("good", { filterTypes: TYPES });
  const messages = Math.ceil(rate * (quick ? QUICK_SECONDS : SECONDS));
  const post = { channel_id: daemon.channelId, type: "text", content: { body: "Your table is booked." } };
  const kinds: Kind[] = [
    {
      ...{ name: "received", webhooks: 1 },
      make: (from) => sandbox.control("POST", "inbound", { from, text: "Is it ready?" }),
    },
    {
      ...{ name: "sent and read", webhooks: STATUSES },
      make: (to) => daemon.api("POST", "/v1/messages", { ...post, to }),
    },
  ];
  for (const { make } of kinds) for (let nth = 0; nth < WARM_UP; nth++) await make(person(nth));
  await receiver.untilTaken(WARM_UP * (1 + STATUSES));
  const idle = await counted(stage, () => Bun.sleep((messages / rate) * 1000));
  const figures: Figure[] = [];
  for (const kind of kinds) {
    const busy = await counted(stage, () => carryPaced(receiver, kind, messages, rate));
    figures.push(...figuresOf(kind.name, messages, busy, idle));
  }
  return figures;
}

async function carryPaced(receiver: Receiver, { make, webhooks }: Kind, messages: number, rate: number) {
  await receiver.forget();
  const startedAt = performance.now();
  const made: Promise<unknown>[] = [];
  for (let nth = 0; nth < messages; nth++) {
    await Bun.sleep(startedAt + (nth * 1000) / rate - performance.now());
    made.push(make(person(nth)));
  }
  await Promise.all(made);
  await receiver.untilTaken(messages * webhooks);
}

async function counted({ sql, daemon }: Stage, work: () => Promise<unknown>): Promise<Counted> {
  const before = { commits: await commitsSoFar(sql), work: await workSoFar(sql, [daemon.pid], false) };
  const startedAt = performance.now();
  await work();
  return {
    seconds: (performance.now() - startedAt) / 1000,
    commits: (await commitsSoFar(sql)) - before.commits,
    work: between(before.work, await workSoFar(sql, [daemon.pid], false)),
  };
}

/** Of transactions that wrote: others have no number. */
async function commitsSoFar(sql: Stage["sql"]): Promise<number> {
  const [row] = await sql<{ commits: number }[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::float as commits`;
  return row?.commits ?? 0;
}

const COUNTS: [name: string, unit: string, of: (one: Counted) => number | null][] = [
  ["commits", "", ({ commits }) => commits],
  ["daemon", "ms", ({ work }) => work.daemonMs],
  ["Postgres", "ms", ({ work }) => work.postgresMs],
  ["WAL", "KiB", ({ work }) => work.walBytes / 1024],
];

/** Of each message, without what the same time costs when nothing goes on. */
function figuresOf(kind: string, messages: number, busy: Counted, idle: Counted): Figure[] {
  return COUNTS.map(([name, unit, of]) => {
    const [all, beside] = [of(busy), of(idle)];
    const own = all === null || beside === null ? null : all - (beside * busy.seconds) / idle.seconds;
    return figure(`${kind}: ${name}`, own === null ? null : own / messages, unit, { digits: 2 });
  });
}

function person(nth: number): string {
  return `1415555${1000 + (nth % 1000)}`;
}
