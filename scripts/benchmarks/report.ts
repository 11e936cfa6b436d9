/** What a run found, as a table. */
import type { Accepting, AcceptRow } from "./accept.ts";
import type { EndToEnd } from "./end-to-end.ts";
import { type Sending, showSends } from "./sends.ts";

/** What the JSON holds. Memory is the daemon's, in MiB. */
export type Report = {
  at: string;
  quick: boolean;
  machine: string;
  accept: AcceptRow[];
  acceptWhileSending: Accepting & { connections: number };
  sends: Sending;
  endToEnd: EndToEnd;
  memory: { idle: number; peakSending: number; peakAccepting: number };
  targets: Target[];
};

/** One thing to reach. */
export type Target = { name: string; wanted: string; measured: number; reached: boolean };

/** What is to be reached. Ratios count where connections are many: a single one waits for its own commit. */
export function targetsOf({ accept, sends, endToEnd, memory }: Omit<Report, "targets">): Target[] {
  const crowded = accept.filter((row) => row.connections > 1);
  return [
    ...crowded.map((row) =>
      atLeast(
        45,
        "%",
        `accept, of the same without a database, ${row.connections} connections`,
        row.percentOfWithoutDatabase,
      ),
    ),
    ...crowded.map((row) =>
      atLeast(
        8,
        " times",
        `accept, of one transaction each, ${row.connections} connections`,
        row.timesOnePerRequest,
      ),
    ),
    atLeast(1000, "/s", "sends of one channel", sends.perSecond),
    atMost(60, " ms", "request to verified webhook, p50", endToEnd.sent.p50),
    atMost(160, " MiB", "memory of the idle daemon", memory.idle),
  ];
}

export function atLeast(limit: number, unit: string, name: string, measured: number): Target {
  return { name, wanted: `at least ${limit}${unit}`, measured, reached: measured >= limit };
}

export function atMost(limit: number, unit: string, name: string, measured: number): Target {
  return { name, wanted: `at most ${limit}${unit}`, measured, reached: measured <= limit };
}

/** The report for a person. */
export function show(report: Report): string {
  const { accept, acceptWhileSending, sends, endToEnd, memory, targets } = report;
  const rate = (one: Accepting) =>
    `${one.perSecond}/s (${one.slowest}-${one.fastest})  ${one.p50} / ${one.p99} ms`;
  const spread = (one: { p50: number; p99: number }) => `${one.p50} / ${one.p99} ms`;
  return [
    report.machine,
    "",
    `Accept (spread, p50 / p99)
                    ${["no database", "one transaction each", "waypost"].map(wide).join("")}ratios`,
    ...accept.map((row) => {
      const cells = [row.withoutDatabase, row.onePerRequest, row.waypost].map(rate).map(wide).join("");
      const label = `  ${row.connections} connections`.padEnd(20);
      return `${label}${cells}${row.percentOfWithoutDatabase} %, ${row.timesOnePerRequest} times`;
    }),
    `  while sending, ${acceptWhileSending.connections} connections: ${rate(acceptWhileSending)}`,
    "",
    `Send        ${showSends(sends)}`,
    `End to end  request to verified webhook, ${endToEnd.messages} messages: sent ${spread(endToEnd.sent)}, delivered ${spread(endToEnd.delivered)}`,
    `Memory      idle ${memory.idle} MiB, at most ${memory.peakSending} sending, ${memory.peakAccepting} accepting`,
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}

/** Whether a target was reached, and with what. */
export function showTarget({ name, wanted, measured, reached }: Target): string {
  return `${reached ? "reached" : "missed "}  ${name}: ${measured} (${wanted})`;
}

function wide(text: string): string {
  return text.padEnd(42);
}
