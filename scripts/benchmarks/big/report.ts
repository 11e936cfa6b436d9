/** What a run with millions of rows found, as a table. */
import type { Accepting } from "../accept.ts";
import { atMost, showTarget, type Target } from "../report.ts";
import { rounded } from "../statistics.ts";
import type { ListsMeasured } from "./lists.ts";

/** One side; memory in MiB, times in milliseconds. */
export type SideMeasured = ListsMeasured & { accept: Accepting; statusesPerSecond: number };

/** A large piece of work while messages were accepted. */
export type Work = {
  what: string;
  /** Why it did not come to its end; null when it did. */
  error: string | null;
  seconds: number;
  /** The longest time in which nothing was accepted, in milliseconds. */
  longestPause: number;
  acceptP99: number;
};

export type BigReport = {
  at: string;
  quick: boolean;
  machine: string;
  messages: number;
  empty: SideMeasured;
  big: SideMeasured;
  work: Work[];
  targets: Target[];
};

export function targetsOfBig({ empty, big, work }: Omit<BigReport, "targets">): Target[] {
  const slower = (of: (side: SideMeasured) => number) => Math.round((of(empty) / of(big)) * 100) / 100;
  return [
    atMost(
      1.2,
      " times",
      "accepting, of that on empty tables",
      slower((side) => side.accept.perSecond),
    ),
    atMost(
      1.2,
      " times",
      "statuses, of those on empty tables",
      slower((side) => side.statusesPerSecond),
    ),
    ...big.lists.map(({ list, p99 }) => atMost(50, " ms", `${list}, p99`, p99)),
    ...work.map(({ what, longestPause }) =>
      atMost(250, " ms", `without an accept while ${what}`, longestPause),
    ),
  ];
}

/** The report for a person: what was reached is counted, what was missed is named. */
export function showBig({ machine, messages, empty, big, work, targets }: BigReport): string {
  const missed = targets.filter(({ reached }) => !reached);
  const accepted = ({ accept }: SideMeasured) => `${accept.perSecond}/s  ${accept.p50} / ${accept.p99} ms`;
  return [
    machine,
    "",
    `${messages} messages, three times as many events and deliveries (in brackets: nearly empty tables)`,
    `Accept      64 connections: ${accepted(big)} (${accepted(empty)})`,
    `Statuses    ${big.statusesPerSecond}/s (${empty.statusesPerSecond}/s)`,
    `Memory      the daemon's: ${big.megabytes} MiB (${empty.megabytes} MiB)`,
    "",
    "Lists       rows a page, p50 / p99 in ms",
    ...big.lists.map((one, nth) => {
      const other = empty.lists[nth];
      const times = `${one.p50} / ${one.p99}`.padEnd(16);
      return `  ${one.list.padEnd(96)}${String(rounded(one.rows)).padStart(5)}   ${times}(${other?.p50} / ${other?.p99})`;
    }),
    "",
    "Work        seconds, longest time without an accept, p99 of accepting",
    ...work.map(({ what, error, seconds, longestPause, acceptP99 }) =>
      `  ${what.padEnd(56)}${seconds} s   ${longestPause} ms   ${acceptP99} ms   ${error ?? ""}`.trimEnd(),
    ),
    "",
    `${targets.length - missed.length} of ${targets.length} targets were reached`,
    ...missed.map(showTarget),
    "",
  ].join("\n");
}
