import type { BroadcastRow } from "../../db/broadcasts/broadcasts.ts";
import type { ReasonRow } from "../../db/broadcasts/people.ts";
import { Nullable, type Static, Type } from "../lib/typebox.ts";
import { ChangedSchema, changedSincePreview } from "./changed-since-preview.ts";
import type { Figures } from "./figures.ts";
import { BroadcastSchema, PersonStatusSchema, showBroadcast } from "./record.ts";

/** Explanations of the reasons for which somebody is skipped. */
const MEANINGS: Readonly<Record<string, string>> = {
  suppressed: "They opted out, complained, or were suppressed",
  no_consent: "Their consent is denied",
  consent_unknown: "They have not granted their consent",
  no_address: "No number or user id is known that the channel can write to",
  not_on_whatsapp: "Their number has no WhatsApp account",
  missing_parameter: "They lack a field of the template that has no fallback",
  invalid_parameter: "WhatsApp does not take what would stand in the template",
  duplicate: "They became one with somebody who is in the audience, too",
  over_limit: "The limit of people or cost was reached",
};

export const ReportSchema = Type.Object(
  {
    ...BroadcastSchema.properties,
    reasons: Type.Array(
      Type.Object({
        status: PersonStatusSchema,
        reason: Type.String({ description: "Why they were skipped, or the code of the error" }),
        people: Type.Integer(),
        meaning: Nullable(Type.String({ description: "In words" })),
      }),
      { description: "Why people were skipped and messages failed, the most frequent first" },
    ),
    changed_since_preview: Nullable(ChangedSchema),
  },
  {
    title: "BroadcastReport",
    examples: [
      {
        ...(BroadcastSchema.examples[0] as object),
        reasons: [
          { status: "skipped", reason: "no_consent", people: 20, meaning: "Their consent is denied" },
          {
            status: "failed",
            reason: "recipient_unreachable",
            people: 2,
            meaning: "Recipient unreachable",
          },
        ],
        changed_since_preview: {
          previewed_at: "2026-11-21T09:21:00.000Z",
          figures: [
            { figure: "sendable", previewed: 1183, now: 1180 },
            { figure: "no_consent", previewed: 17, now: 20 },
          ],
        },
      },
    ],
  },
);

/** A broadcast with what kept its messages from people, as the API shows it. */
export function showReport(
  row: BroadcastRow,
  figures: Figures | undefined,
  reasons: readonly ReasonRow[],
): Static<typeof ReportSchema> {
  return {
    ...showBroadcast(row, figures),
    reasons: reasons.map(({ status, reason, people, meaning }) => ({
      ...{ status, reason, people },
      meaning: status === "skipped" ? (MEANINGS[reason] ?? null) : meaning,
    })),
    changed_since_preview: changedSincePreview(row, figures?.counts, reasons),
  };
}
