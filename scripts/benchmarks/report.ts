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
  /** While no endpoint listens, and while one does. */
  sends: Sending;
  sendsTold: Sending;
  endToEnd: EndToEnd;
  memory: { idle: number; peakSending: number; peakAccepting: number };
  targets: Target[];
};

/** One thing to reach. */
export type Target = { name: string; wanted: string; measured: number; reached: boolean };

/** Of the requests a second without a database, in percent, at so many connections. */
const OF_WITHOUT_DATABASE: Record<number, number> = { 64: 60, 256: 75, 1024: 90 };

/** What is to be reached. */
export function targetsOf({ accept, sends, sendsTold, endToEnd, memory }: Omit<Report, "targets">): Target[] {
  return [
    ...accept.flatMap(acceptTargets),
    atLeast(2500, "/s", "sends of one channel", sends.perSecond),
    atLeast(1500, "/s", "sends of one channel while an endpoint listens", sendsTold.perSecond),
    atMost(10, " ms", "request to verified webhook, p50", endToEnd.sent.p50),
    atMost(20, " ms", "request to verified webhook, p99", endToEnd.sent.p99),
    atMost(160, " MiB", "memory of the idle daemon", memory.idle),
  ];
}

function acceptTargets(row: AcceptRow): Target[] {
  const { connections, percentOfWithoutDatabase, timesOnePerRequest } = row;
  const ofRoute = OF_WITHOUT_DATABASE[connections];
  if (ofRoute === undefined) return [];
  const at = `${connections} connections`;
  return [
    atLeast(ofRoute, "%", `accept, of the same without a database, ${at}`, percentOfWithoutDatabase),
    atLeast(8, " times", `accept, of one transaction each, ${at}`, timesOnePerRequest),
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
  const { accept, acceptWhileSending, sends, sendsTold, endToEnd, memory, targets } = report;
  const spread = (one: { p50: number; p99: number }) => `${one.p50} / ${one.p99} ms`;
  return [
    report.machine,
    "",
    `Accept (spread, p50 / p99)
                    ${["no database", "one transaction each", "waypost"].map(wide).join("")}ratios`,
    ...accept.map(showAccepting),
    `  while sending, ${acceptWhileSending.connections} connections: ${rate(acceptWhileSending)}`,
    "",
    `Send        ${showSends(sends)}`,
    `  and tell  ${showSends(sendsTold)}`,
    `End to end  request to verified webhook, ${endToEnd.messages} messages: sent ${spread(endToEnd.sent)}, delivered ${spread(endToEnd.delivered)}`,
    `Memory      idle ${memory.idle} MiB, at most ${memory.peakSending} sending, ${memory.peakAccepting} accepting`,
    "",
    ...targets.map(showTarget),
    "",
  ].join("\n");
}

function rate({ perSecond, slowest, fastest, p50, p99 }: Accepting): string {
  return `${perSecond}/s (${slowest}-${fastest})  ${p50} / ${p99} ms`;
}

function showAccepting(row: AcceptRow): string {
  const label = `  ${row.connections} connections`.padEnd(20);
  const cells = [row.withoutDatabase, row.onePerRequest, row.waypost].map(rate).map(wide).join("");
  return `${label}${cells}${row.percentOfWithoutDatabase} %, ${row.timesOnePerRequest} times`;
}

/** Whether a target was reached, and with what. */
export function showTarget({ name, wanted, measured, reached }: Target): string {
  return `${reached ? "reached" : "missed "}  ${name}: ${measured} (${wanted})`;
}

function wide(text: string): string {
  return text.padEnd(42);
}
