import type { OverviewError } from "../../lib/api/types/overview.ts";

/** The latest of errors with the same code of one channel or endpoint, and all of them. */
export type ErrorGroup = OverviewError & { times: number; all: readonly OverviewError[] };

/** Errors that are alike together, so that what fails all the time hides nothing; the latest first. */
export function groupErrors(errors: readonly OverviewError[]): { id: string; row: ErrorGroup }[] {
  const groups = new Map<string, OverviewError[]>();
  for (const error of errors) {
    const id = [error.kind, error.channel_id ?? error.endpoint_id, error.code].join(" ");
    groups.set(id, [...(groups.get(id) ?? []), error]);
  }
  return [...groups].flatMap(([id, all]) =>
    all[0] === undefined ? [] : [{ id, row: { ...all[0], times: all.length, all } }],
  );
}
