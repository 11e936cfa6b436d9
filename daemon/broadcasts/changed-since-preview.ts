import type { BroadcastRow } from "../../db/broadcasts/broadcasts.ts";
import type { Counts } from "../../db/broadcasts/counts.ts";
import type { ReasonRow } from "../../db/broadcasts/people.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { SKIP_REASONS } from "./audience/judge.ts";

const FIGURES = ["audience", "sendable", ...SKIP_REASONS] as const;

export const ChangedSchema = Type.Object(
  {
    previewed_at: Type.String(),
    figures: Type.Array(
      Type.Object({
        figure: Type.Union(
          FIGURES.map((figure) => Type.Literal(figure)),
          { description: "Of the preview: people in it, people who get the message, or why others do not" },
        ),
        previewed: Type.Integer(),
        now: Type.Integer(),
      }),
      { description: "Those that differ; none: it came to what the preview said" },
    ),
  },
  {
    title: "BroadcastChanged",
    description:
      "What became different since its last preview. Null without one since the draft was changed, and until its audience is written",
  },
);

type Changed = Static<typeof ChangedSchema>;
type Figures = { audience: number; sendable: number; skipped: readonly { reason: string; count: number }[] };

/** The figures of a broadcast that are others now than its last preview said; null when there is nothing to compare. */
export function changedSincePreview(
  { preview, previewed_at, audience_written_at }: BroadcastRow,
  counts: Counts | undefined,
  reasons: readonly ReasonRow[],
): Changed | null {
  if (preview === null || previewed_at === null || audience_written_at === null || counts === undefined)
    return null;
  const before = byName(JSON.parse(preview) as Figures);
  const left = reasons.filter(({ status }) => status === "skipped");
  const skipped = left.map(({ reason, people }) => ({ reason, count: people }));
  const sendable = counts.audience - counts.skipped;
  const now = byName({ audience: counts.audience, sendable, skipped });
  const figures = FIGURES.map((figure) => ({
    figure,
    previewed: before.get(figure) ?? 0,
    now: now.get(figure) ?? 0,
  })).filter((one) => one.previewed !== one.now);
  return { previewed_at: previewed_at.toISOString(), figures };
}

function byName({ audience, sendable, skipped }: Figures): Map<string, number> {
  const reasons = skipped.map(({ reason, count }): [string, number] => [reason, count]);
  return new Map([["audience", audience], ["sendable", sendable], ...reasons]);
}
