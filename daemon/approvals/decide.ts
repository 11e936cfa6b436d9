import {
  type ApprovalRecord,
  type HeldApproval,
  holdApproval,
  settleApproval,
} from "../../db/approvals/approvals.ts";
import { type Queryable, type Transaction, transact } from "../../db/connection/client.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import { findTemplate } from "../../db/templates/templates.ts";
import { type Actor, audit } from "../auth/audit.ts";
import { notFound } from "../http/found.ts";
import { type Problem, problem } from "../http/problem.ts";
import { newMessageId, timeOfMessageId } from "../lib/ids.ts";
import type { AcceptRequest } from "../messages/accept/accept.ts";
import { templateHash } from "../messages/accept/approval.ts";
import { isRefusal, refusal } from "../messages/accept/refusals.ts";
import { pricesNow } from "./price-now.ts";

export type Deciding = {
  approvalId: string;
  decision: "approve" | "refuse";
  reason?: string | undefined;
};

/**
 * Decides about a send that waits, once, also if several do so at the same time. An approved one is accepted in the same
 * transaction, as it was shown. Where it can't be accepted any more, it is refused, with the reason. The same decision
 * again changes nothing. The caller repeats it after a deadlock. Throws 404, 409 `approval_expired` and, after another decision, 409 `approval_decided`.
 */
export async function decideApproval(
  sql: Queryable,
  who: Actor,
  { approvalId, decision, reason }: Deciding,
): Promise<ApprovalRecord> {
  return await transact(sql, async (transaction) => {
    const held = await holdApproval(transaction, who.organizationId, approvalId);
    if (held === null) throw notFound("approval");
    if (held.record.status !== "waiting") return decidedBefore(held.record, decision);
    const outcome = decision === "approve" ? await accept(transaction, who.organizationId, held) : { reason };
    const settled = await settleApproval(transaction, who.organizationId, approvalId, {
      ...{ status: outcome.messageId === undefined ? "refused" : "approved" },
      ...{ reason: outcome.reason ?? null, messageId: outcome.messageId ?? null },
      by: { kind: who.actor.type, id: who.actor.id },
    });
    const changes = { message_id: settled.message_id, reason: settled.reason };
    const target = { type: "approval", id: approvalId };
    await audit(transaction, who, { action: `approval.${settled.status}`, target, changes });
    return settled;
  });
}

function decidedBefore(record: ApprovalRecord, decision: Deciding["decision"]): ApprovalRecord {
  const { status } = record;
  if (status === "expired")
    throw conflict("approval_expired", "it waited for too long; have it asked for again", status);
  if ((decision === "refuse") === (status === "refused")) return record;
  throw conflict("approval_decided", `it was ${status} before`, status);
}

function conflict(code: string, detail: string, status: string): Problem {
  return problem(409, code, detail, { members: { status } });
}

type Outcome = { messageId?: string; reason?: string | undefined };

/** Accepts what was shown, with the time and the price of now; or says why it can't be accepted. */
async function accept(
  transaction: Transaction,
  organizationId: string,
  held: HeldApproval,
): Promise<Outcome> {
  if (held.is_key_gone) return { reason: "key_revoked: the key that asked was revoked or has expired" };
  if (held.is_channel_deleted) return { reason: "channel_not_found: the channel was deleted" };
  const input = JSON.parse(held.input) as AcceptRequest;
  if (await hasChanged(transaction, organizationId, held, input))
    return { reason: "changed_since_shown: the template was edited since this was shown" };
  const priceOf = await pricesNow(transaction, organizationId);
  const id = newMessageId();
  const created_at = timeOfMessageId(id).toISOString();
  const now = { id, created_at, cost: await priceOf(input) };
  const request = { ...input, ...now, idempotency_key: null, fingerprint: null, response: "" };
  const [verdict] = await acceptMessages(transaction, [request]);
  if (verdict === undefined) throw new Error("what was approved got no outcome");
  if (isRefusal(verdict.outcome)) {
    const { code, message } = refusal(verdict.outcome, verdict.response);
    return { reason: `${code}: ${message}` };
  }
  return { messageId: id };
}

async function hasChanged(
  transaction: Transaction,
  organization_id: string,
  { template_hash, waba_id }: HeldApproval,
  { type, content }: AcceptRequest,
): Promise<boolean> {
  if (type !== "template") return false;
  const find = findTemplate.bind(null, transaction);
  return (
    (await templateHash(find, { organization_id, waba_id, content: JSON.parse(content) })) !== template_hash
  );
}
