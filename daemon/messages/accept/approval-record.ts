import { APPROVAL, APPROVAL_EXAMPLE } from "../../events/catalogue-approvals.ts";
import { CostSchema } from "../../events/message-fields.ts";
import { Type } from "../../lib/typebox.ts";
import { ACCEPTED_EXAMPLE, AcceptedSchema } from "../accepted.ts";

export const REASON_LENGTH = 1000;

export const ApprovalSchema = Type.Object(APPROVAL, { title: "Approval", examples: [APPROVAL_EXAMPLE] });

/** The response to a send that waits. */
export const WaitingSchema = Type.Object({
  ...AcceptedSchema.properties,
  id: Type.String(),
  status: Type.Literal("waiting"),
  approval: ApprovalSchema,
});

const { id, channel_id, created_at, expires_at } = APPROVAL_EXAMPLE;
export const WAITING_EXAMPLE = {
  ...{ id, status: "waiting", channel_id, to: ACCEPTED_EXAMPLE.to, recipient: null, created_at, expires_at },
  approval: APPROVAL_EXAMPLE,
};

/**
 * What every send answers, by whichever status: generated clients take one schema for all. Those that only tried have no
 * id.
 */
export const SentSchema = Type.Object(
  {
    ...AcceptedSchema.properties,
    id: Type.Optional(
      Type.String({ description: "Of the message; with 202, of the approval. None with `dry_run`" }),
    ),
    status: Type.Union(
      (["queued", "scheduled", "waiting"] as const).map((status) => Type.Literal(status)),
      { description: "`waiting`: for a person's approval" },
    ),
    created_at: Type.Optional(AcceptedSchema.properties.created_at),
    dry_run: Type.Optional(Type.Boolean({ description: "It was only tried" })),
    approval: Type.Optional(ApprovalSchema),
    cost: Type.Optional(CostSchema),
  },
  { title: "SentMessage", examples: [ACCEPTED_EXAMPLE] },
);
