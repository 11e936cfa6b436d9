import type { KeyAgent } from "../../../db/auth/api-keys.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { audit } from "../../auth/audit.ts";
import { type Hours, opensAt } from "../../conversations/rules/hours.ts";
import type { Caller } from "../../http/caller.ts";
import { Problem, problem } from "../../http/problem.ts";

type Sent = { type: string; content: Record<string, unknown>; due: Date };

/**
 * Throws 403 for what the guard of an agent's key does not let it send, at all or at this time. Whom it may write to,
 * and how much, is found out where the message is accepted.
 */
export function refuseByGuard(agent: KeyAgent | null, { type, content, due }: Sent): void {
  if (agent === null) return;
  const { types, templates, hours } = agent;
  if (types !== undefined && !types.includes(type))
    throw problem(
      403,
      "agent_type",
      `this key may send no messages of type ${type}, only ${types.join(", ")}`,
    );
  const { name } = (content.template ?? {}) as { name?: string };
  if (type === "template" && templates?.some((one) => one === name) === false)
    throw problem(403, "agent_template", `this key may send only these templates: ${templates.join(", ")}`);
  const opens = hours === undefined ? null : opensAt(hours as Hours, due);
  if (opens === null) return;
  throw problem(403, "agent_hours", `this key may send from ${opens.toISOString()} on`, {
    members: { until: opens.toISOString() },
  });
}

/** Whom a guard lets its key write to, in words. */
const RECIPIENTS: Record<KeyAgent["recipients"], string> = {
  answered: "people who wrote to this channel before",
  list: "the contacts on its list",
  contacts: "people who are a contact already",
  anyone: "anyone",
};

/** The refusal of somebody whom an agent may not write to; `reason` is whom it may. */
export function recipientRefused(reason: string | null): Problem {
  const allowed = RECIPIENTS[(reason ?? "answered") as KeyAgent["recipients"]];
  return problem(403, "agent_recipient", `/to: this key may write only to ${allowed}`);
}

/** The refusal of a message beyond a limit; `reached` is JSON: the limit, how many it allows, and until when it is full. */
export function limitReached(reached: string | null): Problem {
  const { limit = "", most = 0, until = "" } = JSON.parse(reached ?? "{}");
  const detail = `this key may send no more: ${limit} is ${most}; there is room again at ${until}`;
  return problem(422, "agent_limit", detail, { members: { limit, most, until } });
}

/** Notes in the audit log that an agent's send was refused. */
export async function noteRefused(
  sql: Sql,
  caller: Caller,
  channelId: string | undefined,
  cause: unknown,
): Promise<void> {
  if (caller.agent === null || !(cause instanceof Problem)) return;
  const target = { type: "channel", id: channelId ?? null };
  await audit(sql, caller, { action: "send.refused", target, changes: { code: cause.code } });
}

/** Notes in the audit log how many of an agent's batch were refused, by their codes. */
export async function noteRefusedOfBatch(
  sql: Sql,
  caller: Caller,
  items: readonly ({ status: 201 } | { problem: Record<string, unknown> })[],
): Promise<void> {
  if (caller.agent === null) return;
  const codes = items.flatMap((item) => ("problem" in item ? [String(item.problem.code)] : []));
  if (codes.length === 0) return;
  const counts = Object.fromEntries(
    Map.groupBy(codes, (code) => code)
      .entries()
      .map(([code, all]) => [code, all.length]),
  );
  const target = { type: "channel", id: null };
  await audit(sql, caller, { action: "send.refused", target, changes: { codes: counts } });
}
