/** What a run over several sizes found, as tables. */
import { quantile, rounded } from "../statistics.ts";
import { bytesOf, type TableSize } from "./disk.ts";
import type { Filled } from "./fill.ts";
import type { Round } from "./rounds.ts";

/** Beside so many stored messages. */
export type Level = {
  stored: number;
  filled: Filled;
  byDaemons: { daemons: number; rounds: Round[] }[];
  /** Bytes that each message sent here added to the tables. */
  disk: TableSize[];
};

export type ScaleReport = {
  at: string;
  quick: boolean;
  machine: string;
  messages: number;
  connections: number;
  levels: Level[];
};

/** The middle round, and the lowest and the highest where they differ. */
function spread(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return "–";
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const middle = quantile(known, 0.5);
  return least === most ? String(middle) : `${middle} (${least}-${most})`;
}

const COLUMNS: [name: string, of: (round: Round) => number | null][] = [
  ["to their end/s", ({ perSecond }) => perSecond],
  ["accepted/s", ({ acceptedPerSecond }) => acceptedPerSecond],
  ["p50, ms", ({ p50 }) => p50],
  ["p99, ms", ({ p99 }) => p99],
  ["daemons, ms", ({ daemonMs }) => daemonMs],
  ["Postgres, ms", ({ postgresMs }) => postgresMs],
  ["WAL, KiB", ({ walBytes }) => rounded(walBytes / 1024)],
  ["transactions", ({ transactions }) => transactions],
  ["connections", ({ connections }) => connections],
  ["MiB", ({ megabytes }) => Math.max(...megabytes)],
];

export function showScale({ machine, messages, connections, levels }: ScaleReport): string {
  return [
    machine,
    "",
    `${messages} messages a round over ${connections} connections, each to its end with four webhooks; the middle round`,
    "(lowest-highest). Processor time, WAL and transactions are of one message; connections and memory of one daemon.",
    "All daemons, Postgres, the sandbox, the receiver and the load share this machine.",
    "",
    ...levels.flatMap(showLevel),
  ].join("\n");
}

/** One level, for a person, in lines. */
export function showLevel({ stored, filled, byDaemons, disk }: Level): string[] {
  const head = `${stored} messages stored`;
  if (filled.skipped !== null) return [`${head}: ${filled.skipped}`, ""];
  const made = stored === 0 ? "" : `, filled in ${filled.seconds} s, ${kibibytes(filled.disk)} KiB each`;
  const cell = (text: string) => text.padEnd(24);
  return [
    `${head}${made}`,
    `  ${cell("")}${byDaemons.map(({ daemons }) => cell(daemons === 1 ? "1 daemon" : `${daemons} daemons`)).join("")}`.trimEnd(),
    ...COLUMNS.map(([name, of]) =>
      `  ${cell(name)}${byDaemons.map(({ rounds }) => cell(spread(rounds.map(of)))).join("")}`.trimEnd(),
    ),
    `  disk, bytes a message sent here (rows, indexes): ${disk.map(({ table, rows, indexes }) => `${table} ${rows}, ${indexes}`).join("; ")}; in all ${kibibytes(disk)} KiB`,
    "",
  ];
}

function kibibytes(disk: readonly TableSize[]): number {
  return rounded(bytesOf(disk) / 1024);
}
