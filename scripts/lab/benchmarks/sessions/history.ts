/** What it costs the messages of now, and the memory, that a phone's history comes in beside them. */
import { pairAll, untilAllConnected } from "../../stage/pairing.ts";
import { watchMemory } from "../../stage/process.ts";
import { fromPhone } from "../latency.ts";
import type { Options } from "../options.ts";
import { type Figure, figure, quantile, spread } from "../report.ts";
import type { Stage } from "../stage.ts";

const FULL = { people: 100, each: 1000, quiet: 300, warmUp: 20 };
const QUICK: typeof FULL = { people: 3, each: 10, quiet: 3, warmUp: 1 };
const PAUSE_MS = 20;
const LONGEST_WAIT_MS = 1_200_000;

/** Messages from a phone while nothing else goes on, and then until the history is stored. */
export async function measureHistory(stage: Stage, { quick }: Pick<Options, "quick">): Promise<Figure[]> {
  const plan = quick ? QUICK : FULL;
  const [paired] = await pairAll(stage.daemon.api, stage.sandbox, 1);
  if (paired === undefined) throw new Error("nothing is paired");
  await stage.daemon.api("PATCH", `/v1/channels/${paired.channelId}`, { settings: { history: "full" } });
  // a session that is held learns of it some seconds later
  await stage.restartDaemon();
  await untilAllConnected(stage.daemon.api, [paired]);
  const messages = plan.people * plan.each;
  const [alone, beside] = await fromPhone(
    stage,
    paired.number,
    async (measure): Promise<[Watched, Watched]> => {
      await times(measure, (count) => count < plan.warmUp);
      const quiet = await watched(stage, () => times(measure, (count) => count < plan.quiet));
      await giveHistory(stage, paired.number, plan);
      return [
        quiet,
        await watched(stage, () => times(measure, async () => (await copied(stage)) < messages)),
      ];
    },
  );
  return compare(alone, beside, messages);
}

type Watched = { times: number[]; megabytes: number; seconds: number };

function compare(alone: Watched, beside: Watched, messages: number): Figure[] {
  const ratio = (name: string, of: (watched: Watched) => number) =>
    figure(`${name}, with a history by without`, of(beside) / of(alone), "", { digits: 2 });
  return [
    ...spread("phone to webhook", alone.times),
    ...spread("phone to webhook while a history comes", beside.times),
    ratio("p50", (watched) => quantile(watched.times, 0.5)),
    ratio("p99", (watched) => quantile(watched.times, 0.99)),
    ratio("memory", ({ megabytes }) => megabytes),
    figure("messages of the history", messages / beside.seconds, "a second", { digits: 0 }),
  ];
}

async function watched({ daemon }: Stage, work: () => Promise<number[]>): Promise<Watched> {
  const memory = watchMemory(daemon.pid);
  const startedAt = performance.now();
  const times = await work();
  return { times, megabytes: memory.stop(), seconds: (performance.now() - startedAt) / 1000 };
}

/** The milliseconds of one message after the other, as long as `goesOn` says of their number. */
async function times(
  measure: (nth: number) => Promise<number>,
  goesOn: (count: number) => boolean | Promise<boolean>,
): Promise<number[]> {
  const measured: number[] = [];
  const giveUpAt = performance.now() + LONGEST_WAIT_MS;
  while (await goesOn(measured.length)) {
    if (performance.now() > giveUpAt) throw new Error("the history was not stored");
    measured.push(await measure(measured.length));
    await Bun.sleep(PAUSE_MS);
  }
  return measured;
}

async function giveHistory({ sandbox }: Stage, number: string, { people, each }: typeof FULL): Promise<void> {
  const contacts = Array.from({ length: people }, (_, nth) => ({
    ...{ number: String(14_155_600_000 + nth), name: `Person ${nth}` },
    ...{ text: "A table for two at eight, please?", times: each },
  }));
  await sandbox.control("POST", `phones/${number}/history`, { contacts });
}

async function copied({ sql }: Stage): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from messages where imported_from is not null`;
  return row?.count ?? 0;
}
