/** How long an organisation waited for what it sent, outages included. */
import type { History, Send } from "./history.ts";

/** Half of all took at most `p50`, all but one in a hundred at most `p99`, in milliseconds. */
export type Latency = { what: string; p50: number; p99: number };

/** From the first request to the 201, and to the phone; nothing where it sent nothing. */
export function latenciesOf({ sends, arrivals }: History, label: string): Latency[] {
  const own = sends.filter(({ organization }) => organization === label);
  const arrived = new Map(arrivals.map(({ text, at }) => [text, at]));
  const took = (until: (send: Send) => number | undefined) =>
    own.flatMap((send) => {
      const at = until(send);
      return at === undefined ? [] : [at - send.at];
    });
  return [
    latency(
      "accepted",
      took(({ accepted }) => accepted[0]?.at),
    ),
    latency(
      "on the phone",
      took(({ text }) => arrived.get(text)),
    ),
  ].flat();
}

function latency(what: string, took: number[]): Latency[] {
  const sorted = took.toSorted((one, other) => one - other);
  const nth = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return sorted.length === 0 ? [] : [{ what, p50: nth(0.5), p99: nth(0.99) }];
}
