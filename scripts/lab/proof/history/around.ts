/** The part of a history that is about one violation, in words: what was done and seen, and which faults there were. */
import type { Violation } from "../checker/violation.ts";
import type { History } from "./history.ts";

type Line = { at: number; says: string };

const MOST_LINES = 40;
/** Faults this long before and after are shown, too. */
const MARGIN_MS = 3000;

/** One line for each thing that concerns the violation, in order; a time in seconds since the run began comes first. */
export function historyAround(history: History, { about }: Violation): string[] {
  const names = namesOf(history, about);
  const lines = linesOf(history).filter(({ says }) => [...names].some((name) => says.includes(name)));
  const first = Math.min(...lines.map(({ at }) => at)) - MARGIN_MS;
  const last = Math.max(...lines.map(({ at }) => at)) + MARGIN_MS;
  const faults = history.faults
    .filter(({ at, until }) => until >= first && at <= last)
    .map(({ at, until, says }) => ({ at, says: `FAULT ${says}, until ${inSeconds(until)}` }));
  return [...lines, ...faults]
    .toSorted((one, other) => one.at - other.at)
    .slice(0, MOST_LINES)
    .map(({ at, says }) => `${inSeconds(at).padStart(8)}  ${says}`);
}

/** A text leads to its id, and an id to its text. */
function namesOf({ sends, end }: History, about: readonly string[]): Set<string> {
  const names = new Set(about);
  for (const { text, accepted } of sends) if (names.has(text)) for (const { id } of accepted) names.add(id);
  for (const { id, text } of end.messages) if (names.has(id) && text !== "") names.add(text);
  return names;
}

function linesOf(history: History): Line[] {
  const { sends, cancels, suppressions, arrivals, written, received, calls, revocations, end } = history;
  return [
    ...sends.map(({ at, text, person, habit }) => ({
      at,
      says: `asked to send ${text} to ${person} (${habit})`,
    })),
    ...sends.flatMap(({ text, accepted }) =>
      accepted.map(({ at, id }) => ({ at, says: `answered 201 for ${text}: ${id}` })),
    ),
    ...cancels.map(({ at, text }) => ({ at, says: `answered that ${text} is cancelled` })),
    ...suppressions.map(({ at, person }) => ({ at, says: `${person} is suppressed` })),
    ...arrivals.map(({ at, text, person }) => ({ at, says: `${text} arrived at ${person}` })),
    ...written.map(({ at, text, person }) => ({ at, says: `${person} wrote ${text}` })),
    ...received.map(({ at, id, type, endpoint, isAccepted }) => ({
      ...{ at, says: `${endpoint} got ${id} (${type}), ${isAccepted ? "accepted" : "refused"}` },
    })),
    ...calls
      .filter(({ method }) => method !== "GET")
      .map(({ at, key, method, path, status }) => ({ at, says: `${method} ${path} by ${key}: ${status}` })),
    ...revocations.map(({ at, key }) => ({ at, says: `answered that ${key} is revoked` })),
    ...end.events.map(({ at, id, type, body }) => ({
      at,
      says: `event ${id} ${type} ${JSON.stringify(body)}`,
    })),
    ...end.messages.map(({ id, text, status, error, statuses }) => ({
      at: end.at,
      says: `the record of ${text} (${id}) says ${status} ${error ?? ""}, after ${statuses.join(", ")}`,
    })),
  ];
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
