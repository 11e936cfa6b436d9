import type { KeyAgent } from "../../../db/auth/api-keys.ts";
import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { Sql } from "../../../db/connection/client.ts";
import type { MessagePrice } from "../../../db/costs/message-price.ts";
import { audit } from "../../auth/audit.ts";
import { type Hours, opensAt } from "../../conversations/rules/hours.ts";
import { isCharged } from "../../costs/rates/price.ts";
import type { Caller } from "../../http/caller.ts";
import { Problem, problem } from "../../http/problem.ts";
import { isToUnknownPeople } from "./expected-price.ts";
import { mediaLinks } from "./media-links.ts";

type Sent = { type: string; content: Record<string, unknown>; due: Date };

/**
 * Throws 403 for what the guard of an agent's key does not let it send, at all or at this time. Who it may write to,
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
  refuseLink(content);
  const opens = hours === undefined ? null : opensAt(hours as Hours, due);
  if (opens === null) return;
  throw problem(403, "agent_hours", `this key may send from ${opens.toISOString()} on`, {
    members: { until: opens.toISOString() },
  });
}

/** Throws 403 for a file by its address, or a preview of one: fetching it could carry away what the agent read. */
function refuseLink(content: Record<string, unknown>): void {
  if (content.preview_url === true)
    throw problem(403, "agent_link", "/preview_url: this key has no links fetched for a preview", {
      hint: "Leave preview_url out: the link stays in the text.",
    });
  const [link] = mediaLinks(content);
  if (link === undefined) return;
  throw problem(403, "agent_link", `${link.path}: this key may send only files that were uploaded`, {
    hint: "Upload the file with POST /v1/media, and name it by its id.",
  });
}

/** Throws 422 for a message whose price nobody knows, by a key with a limit of money: what can't be counted has no limit. */
export function refuseUnpriced(
  agent: KeyAgent | null,
  channel: Pick<ChannelRow, "platform">,
  { cost, addressed }: { cost: MessagePrice | null; addressed: boolean },
): void {
  if (agent?.currency === undefined || !addressed || !isCharged(channel)) return;
  const isKnown = cost !== null && !isToUnknownPeople(cost);
  if (isKnown && cost.currency === agent.currency) return;
  throw problem(
    422,
    "agent_price_unknown",
    !isKnown
      ? unknownPrice(cost)
      : `this key has a limit of money in ${agent.currency}, and prices are in ${cost.currency}; make a key with a limit in ${cost.currency}`,
  );
}

/** Why nobody knows what a message will cost. */
function unknownPrice(cost: MessagePrice | null): string {
  const unknown = "this key has a limit of money, and the price of this message is not known";
  return cost === null
    ? `${unknown}; set it with \`waypost rate-card set\`, or take a template that has no maximum price by country`
    : `${unknown}: nobody is known to be in the group; \`waypost groups get\` reads who is`;
}

/** The people that a guard lets its key write to, in words. */
const RECIPIENTS: Record<KeyAgent["recipients"], string> = {
  answered: "people who wrote to this channel before",
  list: "the contacts on its list",
  contacts: "people who are a contact already",
  anyone: "anyone",
};

/** The refusal of somebody that an agent may not write to; `reason` is the `recipients` of its guard. */
export function recipientRefused(reason: string | null): Problem {
  const allowed = RECIPIENTS[(reason ?? "answered") as KeyAgent["recipients"]];
  return problem(403, "agent_recipient", `/to: this key may write only to ${allowed}`);
}

/** The refusal of a message beyond a limit; `reached` is JSON: the limit, what it allows, and until when there is no room. */
export function limitReached(reached: string | null): Problem {
  const { limit = "", most = 0, until = null } = JSON.parse(reached ?? "{}");
  const again =
    until === null ? "this message is more than that by itself" : `there is room again at ${until}`;
  const detail = `this key may send no more: ${limit} is ${most}; ${again}`;
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
  items: readonly ({ status: 201 | 202 } | { problem: Record<string, unknown> })[],
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
