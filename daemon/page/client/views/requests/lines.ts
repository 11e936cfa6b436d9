import { useEffect, useState } from "react";
import type { RowOf } from "../../api/call.ts";
import { addressOf } from "../../api/root.ts";

export type Line = RowOf<"GET /v1/logs/requests">;

type Followed = { lines: readonly Line[]; leftOut: number; isBroken: boolean };

const MOST_LINES = 500;
const NOTHING: Followed = { lines: [], leftOut: 0, isBroken: false };
/** Long before the oldest that a daemon keeps. */
const FROM_THE_START = "2020-01-01T00:00:00Z";

/** The requests that fit the filters, newest first: those that are still known, and each as it is answered. */
export function useRequestLines(filters: Readonly<Record<string, string>>): Followed {
  const [followed, setFollowed] = useState(NOTHING);
  const query = new URLSearchParams({ since: FROM_THE_START, ...filters }).toString();
  useEffect(() => {
    setFollowed(NOTHING);
    const source = new EventSource(addressOf(`/v1/logs/requests/stream?${query}`));
    const change = (part: (before: Followed) => Partial<Followed>) =>
      setFollowed((before) => ({ ...before, ...part(before) }));
    source.addEventListener("request", ({ data }) => {
      const line = JSON.parse(data) as Line;
      change(({ lines }) => ({ lines: [line, ...lines].slice(0, MOST_LINES) }));
    });
    source.addEventListener("left_out", ({ data }) => {
      const { count } = JSON.parse(data) as { count: number };
      change(({ leftOut }) => ({ leftOut: leftOut + count }));
    });
    source.onopen = () => change(() => ({ isBroken: false }));
    source.onerror = () => change(() => ({ isBroken: true }));
    return () => source.close();
  }, [query]);
  return followed;
}
