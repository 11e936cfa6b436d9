/**
 * A broadcast to 100,000 people by two daemons that are killed again and again, while it is paused and resumed,
 * somebody says STOP, and the quality of its number falls.
 */
import { cpus } from "node:os";
import { connect, type Sql } from "../../../db/connection/client.ts";
import { atMost, showTarget, type Target } from "../report.ts";
import type { Server } from "../stage/process.ts";
import type { Stage } from "../stage/stage.ts";
import { rounded } from "../statistics.ts";
import { type Broadcast, countTwice, draft, makePeople, previewAll, setPace, sumOf } from "./people.ts";

export type ProofReport = {
  at: string;
  quick: boolean;
  machine: string;
  people: number;
  seconds: number;
  /** What was done, and after how many seconds. */
  steps: { at: number; step: string }[];
  counts: Broadcast["counts"];
  /** Calls that were out when their daemon was killed, and were made again. */
  repeatedCalls: number;
  targets: Target[];
};

const QUICK_PEOPLE = 150;
const QUICK_PER_SECOND = 8;
const POLL_MS = 100;

/** Sends it, does all of that to it, and counts what came of it. */
export async function proveBroadcast(
  stage: Stage,
  quick: boolean,
  kills: number,
  most: number,
): Promise<{ report: ProofReport; text: string }> {
  const people = quick ? QUICK_PEOPLE : most;
  const sql = connect(stage.daemonDatabaseUrl, { max: 2, statementTimeoutMs: 0 });
  try {
    await setPace(stage, quick ? QUICK_PER_SECOND : 100_000);
    await makePeople(sql, people);
    const { api } = stage.daemon;
    const body = draft(stage, { stop: { quality: "RED" } });
    const { id } = await api<Broadcast>("POST", "/v1/broadcasts", body);
    const previewed = await previewAll(stage, `/v1/broadcasts/${id}/preview`);
    const { steps, stopper, stoppedBy } = await disturb(stage, sql, { id, people, kills });
    const { counts } = await record(stage, id);
    const calls = await sandboxCalls(stage, stopper);
    const found = {
      ...{ at: new Date().toISOString(), quick, people, steps, counts },
      machine: `${cpus().length} processors, Bun ${Bun.version}, ${stage.postgres}`,
      seconds: steps.at(-1)?.at ?? 0,
      repeatedCalls: calls.repeated,
    };
    const targets = [
      atMost(
        0,
        "",
        "people by which the counts differ from the audience",
        off(sumOf(counts), counts.audience),
      ),
      atMost(
        0,
        "",
        "people by which the audience differs from the preview",
        off(previewed.sendable, counts.audience),
      ),
      atMost(
        0,
        "",
        "people by which the counts differ from the people themselves",
        await miscounted(sql, id, counts),
      ),
      atMost(0, "", "people who wait, or whose messages do", (counts.waiting ?? 0) + (counts.accepted ?? 0)),
      atMost(0, "", "messages to one person beyond the first", await countTwice(sql, id)),
      atMost(0, "", "calls for whoever said STOP", calls.toStopper),
      atMost(1, "", "people skipped: the one who said STOP", counts.skipped ?? 0),
      atMost(0, "", "rules other than that of quality that stopped it", stoppedBy === "quality" ? 0 : 1),
    ];
    const report = { ...found, targets };
    return { report, text: show(report) };
  } finally {
    await sql.end();
  }
}

type Proof = { id: string; people: number; kills: number };

/** Starts it and sees it to its end; what comes between is spread over those who have not got it yet. */
async function disturb(stage: Stage, sql: Sql, { id, people, kills }: Proof) {
  const { daemon } = stage;
  const steps: ProofReport["steps"] = [];
  const startedAt = performance.now();
  const say = (step: string) => {
    steps.push({ at: rounded((performance.now() - startedAt) / 1000), step });
    process.stderr.write(`${steps.at(-1)?.at} s  ${step}\n`);
  };
  let another: Server = await stage.startAnother();
  const kill = async (n: number) => {
    if (n % 2 === 0) await stage.restartDaemon("SIGKILL");
    else {
      await another.stop("SIGKILL");
      another = await stage.startAnother();
    }
    say(`killed and started ${n % 2 === 0 ? "the first" : "the second"} daemon`);
  };
  const handed = (share: number) => untilHanded(sql, id, people * share);
  let stopper = "";
  let stoppedBy: string | undefined;
  const between: [share: number, what: () => Promise<void>][] = [
    [
      0.3,
      async () => {
        const { counts } = await daemon.api<Broadcast>("POST", `/v1/broadcasts/${id}/pause`, {});
        say(`paused: ${counts.waiting} wait`);
        await another.stop("SIGKILL");
        another = await stage.startAnother();
        const meanwhile = await record(stage, id);
        say(
          `killed the second daemon meanwhile: it is ${meanwhile.status}, ${meanwhile.counts.waiting} wait`,
        );
        await daemon.api("POST", `/v1/broadcasts/${id}/resume`, {});
        say("resumed");
      },
    ],
    [
      0.5,
      async () => {
        stopper = await lastInLine(sql, id);
        await control(stage, "inbound", { from: stopper, text: "STOP" });
        say("the last in line said STOP");
      },
    ],
    [
      0.85,
      async () => {
        const content = { event: "FLAGGED" };
        await control(stage, "inbound", { from: stopper, kind: "quality", content });
        const stopped = await untilStatus(stage, id, "stopped");
        stoppedBy = stopped.stopped_by?.rule;
        say(`the number's quality fell: stopped by ${stoppedBy}, ${stopped.counts.waiting} wait`);
        await control(stage, "inbound", { from: stopper, kind: "quality", content: { event: "UNFLAGGED" } });
        await untilGreen(sql);
        await daemon.api("POST", `/v1/broadcasts/${id}/resume`, {});
        say("its quality is good again: resumed");
      },
    ],
  ];
  // each of the two first while the audience is written; one more while it is paused
  const ofKills: typeof between = Array.from({ length: kills - 1 }, (_, n) => [
    (0.95 * Math.max(0, n - 1)) / kills,
    () => kill(n),
  ]);
  await daemon.api("POST", `/v1/broadcasts/${id}/start`, {});
  say("started");
  for (const [share, what] of [...ofKills, ...between].sort(([one], [other]) => one - other)) {
    await handed(share);
    await what();
  }
  await untilStatus(stage, id, "completed");
  say("completed");
  await another.stop();
  return { steps, stopper, stoppedBy };
}

async function untilHanded(sql: Sql, id: string, people: number): Promise<void> {
  await until(async () => {
    const [row] = await sql<{ people: number }[]>`
      select coalesce(sum(people), 0)::bigint as people from broadcast_tallies
      where broadcast_id = ${id} and status in ('sent', 'delivered', 'read', 'failed')`;
    return (row?.people ?? 0) >= people;
  });
}

async function untilStatus(stage: Stage, id: string, status: string): Promise<Broadcast> {
  await until(async () => (await record(stage, id)).status === status);
  return await record(stage, id);
}

async function untilGreen(sql: Sql): Promise<void> {
  await until(async () => (await sql`select from channels where quality_rating = 'RED'`).length === 0);
}

async function until(happened: () => Promise<boolean>): Promise<void> {
  while (!(await happened())) await Bun.sleep(POLL_MS);
}

function record({ daemon }: Stage, id: string): Promise<Broadcast> {
  return daemon.api<Broadcast>("GET", `/v1/broadcasts/${id}`);
}

async function lastInLine(sql: Sql, id: string): Promise<string> {
  const [row] = await sql<{ phone: string }[]>`
    select substr(contact.phone_number, 2) as phone from broadcast_people as person
    join contacts as contact on contact.id = person.contact_id
    where person.broadcast_id = ${id} and person.status = 'waiting' order by contact.id desc limit 1`;
  if (row === undefined) throw new Error("nobody waits any more");
  return row.phone;
}

async function control({ sandboxUrl }: Stage, path: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${sandboxUrl}/sandbox/${path}`, {
    ...{ method: "POST", headers, body: JSON.stringify(body) },
  });
  if (!response.ok) throw new Error(`/sandbox/${path}: ${response.status} ${await response.text()}`);
}

async function sandboxCalls({ sandboxUrl }: Stage, stopper: string) {
  const read = async <Result>(path: string) =>
    (await (await fetch(`${sandboxUrl}/sandbox/${path}`)).json()) as Result;
  const { repeated } = await read<{ repeated: unknown[] }>("counts");
  const { data } = await read<{ data: { type: string }[] }>(`messages?to=${stopper}`);
  return { repeated: repeated.length, toStopper: data.filter(({ type }) => type === "template").length };
}

/** By how many people the counts differ from the people as they are written down. */
async function miscounted(sql: Sql, id: string, counts: Broadcast["counts"]): Promise<number> {
  const rows = await sql<{ status: string; people: number }[]>`
    select status, count(*) as people from broadcast_people where broadcast_id = ${id} group by status`;
  const inAll = rows.reduce((sum, { people }) => sum + people, 0);
  // delivered and read still move: what can't is the sum, and who was skipped
  const skipped = rows.find(({ status }) => status === "skipped")?.people ?? 0;
  return off(inAll, counts.audience) + off(skipped, counts.skipped);
}

function off(one: number, other = 0): number {
  return Math.abs(one - other);
}

function show({ machine, people, seconds, steps, counts, repeatedCalls, targets }: ProofReport): string {
  return [
    machine,
    "",
    `A broadcast to ${people} people by two daemons, in ${seconds} s:`,
    ...steps.map(({ at, step }) => `${String(at).padStart(8)} s  ${step}`),
    "",
    ...Object.entries(counts).map(([name, count]) => `${name.padEnd(12)}${String(count).padStart(8)}`),
    "",
    `${repeatedCalls} calls were out when their daemon was killed, and were made again.`,
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}
