import type { KeyAgent } from "../../../db/auth/api-keys.ts";
import type { Queryable } from "../../../db/connection/client.ts";
import { findList } from "../../../db/crm/lists.ts";
import type { Caller } from "../../http/caller.ts";
import { problem } from "../../http/problem.ts";
import { isZone } from "../../lib/time/local-time.ts";
import { audit } from "../audit.ts";
import { type ApproverDependencies, refuseUnfitApprover } from "./approver.ts";
import { unfit } from "./unfit.ts";

/** With these, an agent could get itself a key without a guard. */
const NEVER = ["*", "keys:manage", "users:manage", "approvals:decide", "contacts:erase"];
/** With these, it could make somebody known whose number it gives to a contact, and so pass a guard that asks for that. */
const MAKE_KNOWN = ["contacts:write", "crm:write"];

export type AgentDependencies = ApproverDependencies & {
  /** Which a guard may name. */
  messageTypes: readonly string[];
  /** That of an organisation's prices; null where it has none. */
  currency: () => string | null;
};

/** Whether an agent may have a permission, whatever people it may write to. */
export function suitsAgents(permission: string): boolean {
  return !NEVER.includes(permission) && !MAKE_KNOWN.includes(permission);
}

/** Throws 422 for a guard that says nothing, or that the key's permissions would let the agent leave. */
export async function refuseUnfitAgent(
  { sql, messageTypes, currency, mayAsk }: AgentDependencies,
  { organizationId }: Caller,
  agent: KeyAgent,
  permissions: readonly string[],
): Promise<void> {
  const { recipients, list_id, types = [], hours } = agent;
  refuseUnfitPermissions(agent, permissions);
  if (recipients === "list" && list_id === undefined)
    throw unfit("/agent/list_id", "is required with the recipients `list`");
  if (recipients !== "list" && list_id !== undefined)
    throw unfit("/agent/list_id", "goes only with the recipients `list`");
  if (list_id !== undefined && (await findList(sql, organizationId, list_id)) === null)
    throw unfit("/agent/list_id", `there is no list ${list_id}`);
  const unknown = types.find((type) => !messageTypes.includes(type));
  if (unknown !== undefined)
    throw unfit("/agent/types", `there is no type ${unknown}; there are ${messageTypes.join(", ")}`);
  if (hours !== undefined && !isZone(hours.zone))
    throw unfit("/agent/hours/zone", "not known; write it like Europe/Berlin");
  refuseUnfitApproval(agent);
  await refuseUnfitApprover({ sql, mayAsk }, organizationId, agent);
  refuseUnfitMoney(agent, currency());
}

function refuseUnfitPermissions(agent: KeyAgent, permissions: readonly string[]): void {
  const { recipients, approval, new_people_per_hour, new_people_per_day } = agent;
  const never = permissions.find((one) => NEVER.includes(one));
  if (never !== undefined) throw unfit("/permissions", `no agent can have ${never}`);
  const makesKnown = permissions.find((one) => MAKE_KNOWN.includes(one));
  const asksWho = recipients !== "anyone" || approval === "new_people";
  if (makesKnown === undefined || !(asksWho || (new_people_per_hour ?? new_people_per_day) !== undefined))
    return;
  const why = "it could make new people known, which this guard limits";
  throw unfit("/permissions", `an agent with this guard can't have ${makesKnown}: ${why}`);
}

function refuseUnfitApproval({ approval = "never", approval_at_client }: KeyAgent): void {
  if (approval_at_client === true && approval === "never")
    throw unfit("/agent/approval_at_client", "goes with an `approval` other than `never`");
}

function refuseUnfitMoney(
  { money_per_hour, money_per_day, currency }: KeyAgent,
  prices: string | null,
): void {
  const hasMoney = money_per_hour !== undefined || money_per_day !== undefined;
  if (hasMoney && currency === undefined)
    throw unfit("/agent/currency", "is required with money_per_hour or money_per_day");
  if (!hasMoney && currency !== undefined)
    throw unfit("/agent/currency", "goes only with money_per_hour or money_per_day");
  if (currency !== undefined && prices !== null && prices !== currency)
    throw unfit(
      "/agent/currency",
      `prices are in ${prices} here; a limit in ${currency} would refuse everything`,
    );
}

/** Throws 403 where an agent's key does what no guard can judge, and notes it in the audit log. */
export async function refuseAgent(
  sql: Queryable,
  caller: Caller,
  target: { type: string; id: string },
): Promise<void> {
  if (caller.agent === null) return;
  const code = "agent_broadcast";
  await audit(sql, caller, { action: "send.refused", target, changes: { code } });
  throw problem(403, code, "an agent's key can draft broadcasts; somebody else has to start and test them");
}
