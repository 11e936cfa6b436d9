import { insertAudit } from "../../db/auth/audit.ts";
import { type Queryable, type Transaction, transact } from "../../db/connection/client.ts";
import type { Caller } from "../http/caller.ts";
import { newId } from "../lib/ids.ts";

/** An action and its object. `changes` never holds a secret. */
export type Audited = {
  action: string;
  target: { type: string; id: string | null };
  changes?: Record<string, unknown>;
};

/** Who did it. */
export type Actor = Pick<Caller, "organizationId" | "address" | "tool" | "requestId"> & {
  actor: { type: "key" | "user" | "command" | "link" | "elicitation" | "whatsapp"; id: string | null };
};

/** The actor when the daemon's own command line is used. */
export const COMMAND = {
  actor: { type: "command", id: null },
  address: null,
  requestId: "",
} as const satisfies Omit<Actor, "organizationId">;

/** Does work and writes its audit log entry in one transaction, the caller's or its own: both happen, or neither. */
export async function audited<Result>(
  sql: Queryable,
  who: Actor,
  entry: Audited,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return await transact(sql, async (transaction) => {
    const result = await work(transaction);
    await audit(transaction, who, entry);
    return result;
  });
}

/** Writes an entry of the audit log, with the agent's tool; `sql` is the transaction of the change it records. */
export async function audit(
  sql: Queryable,
  who: Actor,
  { action, target, changes = {} }: Audited,
): Promise<void> {
  await insertAudit(sql, {
    organization_id: who.organizationId,
    id: newId("aud"),
    action,
    actor_type: who.actor.type,
    actor_id: who.actor.id,
    target_type: target.type,
    target_id: target.id,
    address: who.address,
    request_id: who.requestId === "" ? null : who.requestId,
    changes: JSON.stringify(who.tool === undefined ? changes : { ...changes, tool: who.tool }),
  });
}
