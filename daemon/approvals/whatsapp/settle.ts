import { findApproval } from "../../../db/approvals/approvals.ts";
import { type AskRow, findAsk, isApprover, type Named, notePressed } from "../../../db/approvals/asks.ts";
import type { Sql, Transaction } from "../../../db/connection/client.ts";
import { acceptMessages } from "../../../db/messages/accept/accept.ts";
import { findProviderMessageId } from "../../../db/messages/messages.ts";
import { Problem } from "../../http/problem.ts";
import { newMessageId, timeOfMessageId } from "../../lib/ids.ts";
import { retryDeadlock } from "../../lib/retry-deadlock.ts";
import { decideApproval } from "../decide.ts";
import { shownHash } from "./ask.ts";
import { isSigned, type Payload, readPayload } from "./payload.ts";
import { askedBy } from "./sign.ts";
import { decidedWords, tooLateWords } from "./words.ts";

export type SettleDependencies = { sql: Sql; approvalKey: Uint8Array };

/** A press of a button, as db/approvals/asks.sql queues it. */
export type PressJob = {
  organization_id: string;
  channel_id: string;
  payload: string;
  /** The platform's id of the message that has the button. */
  quoted: string | null;
  /** Who pressed it: one or two identities of one person. */
  people: [Named, Named];
};

/**
 * Decides an approval by a press, and answers it. It counts once, if we signed its payload for what would be sent now, and
 * it came from who was asked, on that channel, under the message that asked. Nothing happens otherwise.
 */
export async function settlePress(dependencies: SettleDependencies, job: PressJob): Promise<void> {
  const { sql } = dependencies;
  const payload = readPayload(job.payload);
  const ask = payload === null ? null : await findAsk(sql, job.organization_id, payload.approvalId);
  if (payload === null || ask === null || !(await counts(dependencies, job, payload, ask))) return;
  // if this ends here, it is done again: the same decision then changes nothing
  const words = await decided(sql, payload, ask);
  await sql.begin(async (transaction) => {
    if (await notePressed(transaction, ask)) await answer(transaction, ask, words);
  });
}

/** Throws, so that it is judged again, where it is not known yet as which message the platform has the question. */
async function counts(
  { sql, approvalKey }: SettleDependencies,
  { channel_id, quoted, people }: PressJob,
  payload: Payload,
  ask: AskRow,
): Promise<boolean> {
  const { organization_id, approval_id, message_id } = ask;
  const approval = await findApproval(sql, organization_id, approval_id);
  if (approval === null || message_id === null || ask.channel_id !== channel_id) return false;
  if (!isSigned(approvalKey, payload, askedBy(ask, shownHash(approval)))) return false;
  if (!(await isApprover(sql, ask, people))) return false;
  const asked = await findProviderMessageId(sql, organization_id, channel_id, message_id);
  if (asked === null) throw new Error("the question is not known to be sent yet");
  return quoted === asked;
}

/** Decides, and returns what is answered. */
async function decided(
  sql: Sql,
  { decision, approvalId }: Payload,
  { organization_id: organizationId, address }: AskRow,
): Promise<string> {
  const actor = { type: "whatsapp", id: `+${address}` } as const;
  try {
    const who = { organizationId, actor, address: null, requestId: "" };
    const record = await retryDeadlock(() => decideApproval(sql, who, { approvalId, decision }));
    return decidedWords(record, decision);
  } catch (cause) {
    if (cause instanceof Problem) return tooLateWords(cause);
    throw cause;
  }
}

/** Answers under the question; where that can't be sent, nothing is said. */
async function answer(transaction: Transaction, ask: AskRow, body: string): Promise<void> {
  const id = newMessageId();
  const content = JSON.stringify({ body, reply_to: { id: ask.message_id } });
  await acceptMessages(transaction, [
    {
      ...{ n: 0, organization_id: ask.organization_id, id, channel_id: ask.channel_id, address: ask.address },
      ...{ conversation_id: null, type: "text", content, metadata: null, scheduled_at: null },
      ...{ author: "approval", needs_window: true, addressed: true, idempotency_key: null },
      ...{ created_at: timeOfMessageId(id).toISOString(), fingerprint: null, response: "" },
    },
  ]);
}
