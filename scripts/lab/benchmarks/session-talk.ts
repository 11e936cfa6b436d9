/** Paired numbers talk with their customers through faults that a number survives, and restarts: nothing may be lost or doubled. */
import { type Paired, untilAllConnected } from "../stage/pairing.ts";
import { residentMegabytes } from "../stage/process.ts";
import { type Figure, figure } from "./report.ts";
import type { Stage } from "./stage.ts";

const FAULT_EVERY_SECONDS = 2;
const SPANS = 6;
/** After the last that arrived. */
const LONGEST_WAIT_MS = 120_000;
/** What a number survives by itself, and where it happens. */
const FAULTS = [
  ...["drop", "428", "500", "503", "515", "freeze"].map((fault) => ({ fault, at: "now" })),
  { fault: "refuse", at: "upgrade" },
  { fault: "drop", at: "login" },
  ...["no_ack", "lost", "slow_ack", "ack_429", "ack_479"].map((fault) => ({ fault, at: "message" })),
];

type Tally = { each: number; faults: number };

/** In turn, each second one half of the numbers write to their customers and are written to; a fault comes every other second. */
export async function measureTalk(
  stage: Stage,
  paired: readonly Paired[],
  seconds: number,
): Promise<Figure[]> {
  const { daemon, sandbox } = stage;
  const tally: Tally = { each: 0, faults: 0 };
  await exchange(stage, tally, paired);
  await stage.restartDaemon();
  const memory: number[] = [];
  const endAt = Date.now() + seconds * 1000;
  for (let round = 1; Date.now() < endAt; round++) {
    const next = Bun.sleep(1000);
    await exchange(
      stage,
      tally,
      paired.filter((_, nth) => nth % 2 === round % 2),
    );
    if (round % FAULT_EVERY_SECONDS === 0) await causeNext(stage, tally, paired);
    memory.push(residentMegabytes(daemon.pid));
    await next;
  }
  await exchange(stage, tally, paired);
  await stage.restartDaemon();
  await sandbox.control("DELETE", "faults");
  await untilAllConnected(daemon.api, paired);
  const { missing, more, failed } = await settle(stage, tally.each);
  return [
    figure("messages each way through faults", tally.each, ""),
    figure("faults, and two restarts", tally.faults, ""),
    figure("messages lost", missing, "", { atMost: 0 }),
    figure("messages doubled", more, "", { atMost: 0 }),
    figure("messages failed", failed, "", { atMost: 0 }),
    figure("memory of the last sixth above the second", growth(memory), "%", { atMost: 5 }),
  ];
}

async function exchange({ daemon, sandbox }: Stage, tally: Tally, numbers: readonly Paired[]): Promise<void> {
  const messages = numbers.map(({ channelId, number }) => ({
    ...{ channel_id: channelId, to: customerOf(number), type: "text" },
    content: { body: `message ${tally.each}` },
  }));
  const answers = numbers.map(({ number }) =>
    sandbox.control("POST", `phones/${customerOf(number)}/messages`, {
      ...{ to: number, content: { body: `answer ${tally.each}` } },
    }),
  );
  if (messages.length > 0) await daemon.api("POST", "/v1/messages/batch", { messages });
  await Promise.all(answers);
  tally.each += messages.length;
}

async function causeNext({ sandbox }: Stage, tally: Tally, paired: readonly Paired[]): Promise<void> {
  const { fault, at } = FAULTS[tally.faults % FAULTS.length] ?? { fault: "drop", at: "now" };
  const number = paired[(tally.faults * 7) % paired.length]?.number;
  // before a login nobody knows whose connection it is
  await sandbox.control("POST", "faults", { fault, at, times: 1, ...(at === "upgrade" ? {} : { number }) });
  tally.faults += 1;
}

/** Waits for everything that is on its way, and counts both sides: the phones have both ways, the records what came in. */
async function settle({ sandbox, sql }: Stage, each: number) {
  const look = async () => {
    const { distinct } = await sandbox.control<{ distinct: number }>("GET", "people/counts");
    const [row] = await sql<{ inbound: number; failed: number }[]>`
      select count(*) filter (where direction = 'inbound') as inbound,
        count(*) filter (where status = 'failed') as failed from messages`;
    return { phones: distinct, inbound: row?.inbound ?? 0, failed: row?.failed ?? 0 };
  };
  let found = await look();
  let giveUpAt = Date.now() + LONGEST_WAIT_MS;
  while ((found.phones < 2 * each || found.inbound < each) && Date.now() < giveUpAt) {
    await Bun.sleep(500);
    const next = await look();
    // on a busy machine, much may still be on its way
    if (next.phones > found.phones || next.inbound > found.inbound) giveUpAt = Date.now() + LONGEST_WAIT_MS;
    found = next;
  }
  const off = [found.phones - 2 * each, found.inbound - each];
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + Math.max(0, one), 0);
  return { missing: sum(off.map((one) => -one)), more: sum(off), failed: found.failed };
}

/** Of the means of six spans, how much the last is above the second, in percent: in the first, caches fill. */
function growth(samples: readonly number[]): number {
  const size = Math.max(1, Math.floor(samples.length / SPANS));
  const mean = (span: number) => {
    const within = samples.slice(span * size, (span + 1) * size);
    return within.reduce((sum, one) => sum + one, 0) / Math.max(1, within.length);
  };
  const [second, last] = [mean(1), mean(SPANS - 1)];
  return second === 0 ? 0 : Math.max(0, (last / second - 1) * 100);
}

function customerOf(number: string): string {
  return number.replace(/^15557/, "14157");
}
