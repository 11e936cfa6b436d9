/** A phone that is paired sends its history: what reading it takes of the daemon, and whether it stops anything else. */
import { cpus } from "node:os";
import { connect } from "../../../db/connection/client.ts";
import { atMost, showTarget, type Target } from "../report.ts";
import { residentMegabytes, watchMemory } from "../stage/process.ts";
import type { Stage } from "../stage/stage.ts";
import { quantile, rounded } from "../statistics.ts";
import { createSandboxClient, pairAll } from "./pairing.ts";

type Plan = { people: number; messages: number; characters: number; settleSeconds: number };

/** What the JSON holds. Memory is the daemon's, in MiB; health answers in milliseconds. */
export type HistoryReport = {
  at: string;
  quick: boolean;
  machine: string;
  people: number;
  messages: number;
  /** Of text alone. */
  megabytes: number;
  seconds: number;
  memory: { before: number; most: number; after: number };
  health: { asked: number; p99: number; longest: number };
  targets: Target[];
};

/** 67 MB of text, in 200,000 messages. */
const FULL: Plan = { people: 1000, messages: 200, characters: 335, settleSeconds: 10 };
const QUICK: Plan = { people: 100, messages: 20, characters: 335, settleSeconds: 1 };
const PAUSE_MS = 10;
const LONGEST_WAIT_MS = 300_000;

export async function measureHistory(
  stage: Stage,
  quick: boolean,
): Promise<{ report: HistoryReport; text: string }> {
  const plan = quick ? QUICK : FULL;
  const sandbox = createSandboxClient(stage.sandboxUrl);
  const [paired] = await pairAll(stage, sandbox, 1);
  if (paired === undefined) throw new Error("nothing is paired");
  await Bun.sleep(plan.settleSeconds * 1000);
  const before = residentMegabytes(stage.daemon.pid);
  const memory = watchMemory(stage.daemon.pid);
  const health = watchHealth(stage.daemon.url);
  const startedAt = performance.now();
  await sandbox("POST", `phones/${paired.number}/history`, { contacts: contactsOf(plan) });
  await untilRead(stage, plan.people);
  const seconds = rounded((performance.now() - startedAt) / 1000);
  const found = {
    at: new Date().toISOString(),
    quick,
    machine: `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`,
    people: plan.people,
    messages: plan.people * plan.messages,
    megabytes: rounded((plan.people * plan.messages * plan.characters) / 1e6),
    seconds,
    health: await health.stop(),
    memory: { before, most: memory.stop(), after: residentMegabytes(stage.daemon.pid) },
  };
  const report = { ...found, targets: targetsOf(found) };
  return { report, text: show(report) };
}

function contactsOf({ people, messages, characters }: Plan) {
  return Array.from({ length: people }, (_, index) => ({
    number: String(14_160_000_000 + index),
    name: `Somebody ${index}`,
    text: Buffer.from(crypto.getRandomValues(new Uint8Array(characters)))
      .toString("hex")
      .slice(0, characters),
    times: messages,
  }));
}

/** Everybody is a contact, and no message of the phone is left to be dealt with. */
async function untilRead({ daemonDatabaseUrl }: Stage, people: number): Promise<void> {
  const sql = connect(daemonDatabaseUrl, { max: 1 });
  const giveUpAt = Date.now() + LONGEST_WAIT_MS;
  try {
    while (true) {
      const [row] = await sql<{ known: number; left: number }[]>`
        select (select count(*) from contacts where name like 'Somebody %') as known,
          (select count(*) from web_session_keys where category = 'arrived') as left`;
      if (Number(row?.known) === people && Number(row?.left) === 0) return;
      if (Date.now() > giveUpAt) throw new Error(`${row?.known} of ${people} people are known`);
      await Bun.sleep(100);
    }
  } finally {
    await sql.end();
  }
}

/** Asks for the health again and again; `stop` returns how long the answers took. */
function watchHealth(url: string): { stop(): Promise<HistoryReport["health"]> } {
  const times: number[] = [];
  let isOver = false;
  async function ask(): Promise<void> {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${url}/v1/health`)).text();
      times.push(performance.now() - began);
      await Bun.sleep(PAUSE_MS);
    }
  }
  const asking = ask();
  return {
    async stop() {
      isOver = true;
      await asking;
      const [p99, longest] = [quantile([...times], 0.99), quantile([...times], 1)];
      return { asked: times.length, p99: rounded(p99), longest: rounded(longest) };
    },
  };
}

function targetsOf({ memory, health }: Omit<HistoryReport, "targets">): Target[] {
  return [
    atMost(64, " MiB", "memory that reading a history takes", rounded(memory.most - memory.before)),
    atMost(250, " ms", "the longest that health took meanwhile", health.longest),
  ];
}

function show(report: HistoryReport): string {
  const { machine, people, messages, megabytes, seconds, memory, health, targets } = report;
  return [
    machine,
    "",
    `History     ${people} people and ${messages} messages, ${megabytes} MB of text, read in ${seconds} s, the phone's own work included`,
    `Memory      ${memory.before} MiB before, at most ${memory.most}, ${memory.after} after`,
    `Health      ${health.asked} asked, p99 ${health.p99} ms, longest ${health.longest} ms`,
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}
