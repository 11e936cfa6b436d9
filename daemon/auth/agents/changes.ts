import type { Sql } from "../../../db/connection/client.ts";
import type { Asked, Caller } from "../../http/caller.ts";
import { Problem, problem } from "../../http/problem.ts";
import { audit } from "../audit.ts";

const READS = ["GET", "HEAD"];

/**
 * All that an agent's key may change, as far as its permissions go. Whatever is not here could get around its guard, or
 * carry what it reads elsewhere: texts that are sent by themselves or by others (quick replies, templates, the inbox's
 * rules), addresses of endpoints, opt-outs, handovers, deletions.
 */
export const AGENT_CHANGES: readonly string[] = [
  "POST /mcp",
  // the guard judges each of them
  "POST /v1/messages",
  "POST /v1/messages/batch",
  "POST /v1/messages/:id/cancel",
  "PATCH /v1/conversations/:id",
  // only what nobody else holds, and only what it holds itself
  "POST /v1/conversations/:id/hold",
  "POST /v1/conversations/:id/release",
  "POST /v1/conversations/:id/notes",
  "POST /v1/conversations/:id/read",
  "POST /v1/conversations/:id/tags",
  "DELETE /v1/conversations/:id/tags/:name",
  "POST /v1/conversations/:id/unread",
  "POST /v1/contacts",
  "PATCH /v1/contacts/:id",
  "POST /v1/contacts/lookup",
  "POST /v1/contacts/:id/notes",
  "POST /v1/contacts/:id/suppressions",
  "POST /v1/contacts/:id/tags",
  "DELETE /v1/contacts/:id/tags/:name",
  "POST /v1/channels/:id/contacts/lookup",
  "POST /v1/crm/lists/:id/entries",
  "POST /v1/crm/records",
  "PATCH /v1/crm/records/:id",
  "POST /v1/crm/records/:id/comments",
  "POST /v1/media",
  "POST /v1/media/uploads",
  "PATCH /v1/media/uploads/:id",
  // the last three are refused where they are made, with a reason of their own
  "POST /v1/broadcasts",
  "POST /v1/broadcasts/preview",
  "POST /v1/broadcasts/:id/preview",
  "POST /v1/broadcasts/:id/cancel",
  "POST /v1/broadcasts/:id/pause",
  "POST /v1/broadcasts/:id/resume",
  "POST /v1/broadcasts/:id/start",
  "POST /v1/broadcasts/:id/test",
  "POST /v1/settings/developer/webhooks/deliveries/:id/retry",
];

/** Throws 403 for what an agent's key may not change by any permission, and notes it in the audit log. */
export async function refuseChange(
  sql: Sql,
  caller: Caller,
  { method, route }: Pick<Asked, "method" | "route">,
): Promise<void> {
  const name = `${method} ${route}`;
  if (caller.agent === null || READS.includes(method) || AGENT_CHANGES.includes(name)) return;
  throw await changeRefused(sql, caller, name, {
    detail: `a key for an agent can't do this, whatever its permissions: ${name}`,
  });
}

/** Notes in the audit log why an agent's key was refused a change. */
export async function noteRefused(
  sql: Sql,
  caller: Caller,
  { method, route }: Pick<Asked, "method" | "route">,
  cause: unknown,
): Promise<void> {
  if (caller.agent === null || READS.includes(method) || !(cause instanceof Problem && cause.status === 403))
    return;
  await note(sql, caller, `${method} ${route}`, cause.code);
}

/** Throws 403 where an agent's key has a file fetched: the address could carry away what the agent read. Notes it. */
export async function refuseFetch(sql: Sql, caller: Caller): Promise<void> {
  if (caller.agent === null) return;
  throw await changeRefused(sql, caller, "POST /v1/media", {
    code: "agent_link",
    detail: "a key for an agent can't have a file fetched; upload its bytes",
  });
}

/** The refusal of a change by an agent's key, once it is noted in the audit log. */
export async function changeRefused(
  sql: Sql,
  caller: Caller,
  route: string,
  { code = "agent_change", detail }: { code?: string; detail: string },
): Promise<Problem> {
  await note(sql, caller, route, code);
  return code === "agent_change" ? agentChange(detail) : problem(403, code, detail);
}

/** What no agent may do. */
export function agentChange(detail: string): Problem {
  const hint = "Do it yourself, or with a key that has no guard.";
  return problem(403, "agent_change", detail, { hint });
}

async function note(sql: Sql, caller: Caller, route: string, code: string): Promise<void> {
  const target = { type: "route", id: route };
  await audit(sql, caller, { action: "change.refused", target, changes: { code } });
}
