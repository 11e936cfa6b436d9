import { APPROVAL, APPROVAL_EXAMPLE } from "../../events/catalogue-approvals.ts";
import { Type } from "../../lib/typebox.ts";

export const REASON_LENGTH = 1000;

export const ApprovalSchema = Type.Object(APPROVAL, { title: "Approval", examples: [APPROVAL_EXAMPLE] });

/** The response to a send that waits. */
export const WaitingSchema = Type.Object(
  { id: Type.String(), status: Type.Literal("waiting"), approval: ApprovalSchema },
  {
    title: "WaitingSend",
    examples: [{ id: APPROVAL_EXAMPLE.id, status: "waiting", approval: APPROVAL_EXAMPLE }],
  },
);
