import {
  type ApprovalFilter,
  type ApprovalRecord,
  type HeldApproval,
  listApprovals,
} from "../../db/approvals/approvals.ts";
import type { Queryable } from "../../db/connection/client.ts";
import type { MessagePrice } from "../../db/costs/message-price.ts";
import { listChargedChannels } from "../../db/costs/recount-slices.ts";
import { expectCosts } from "../../db/messages/accept/expect.ts";
import { findTemplate } from "../../db/templates/templates.ts";
import { readRates } from "../costs/rates/rate-cards.ts";
import type { AcceptRequest } from "../messages/accept/accept.ts";
import { priceNow } from "../messages/accept/price-now.ts";

/** Approvals as listApprovals finds them; those that wait have the cost by the rate card of now. */
export async function readApprovals(
  sql: Queryable,
  organizationId: string,
  filter: ApprovalFilter,
  before: string | null,
  limit: number,
): Promise<ApprovalRecord[]> {
  const listed = await listApprovals(sql, organizationId, filter, before, limit);
  return await atPricesNow(sql, organizationId, listed);
}

/** The records of some approvals; those that wait have the cost by the rate card of now. */
export async function atPricesNow(
  sql: Queryable,
  organizationId: string,
  kept: readonly Pick<HeldApproval, "record" | "input">[],
): Promise<ApprovalRecord[]> {
  const waiting = kept.filter(({ record }) => record.status === "waiting");
  if (waiting.length === 0) return kept.map(({ record }) => record);
  const priceOf = await pricesNow(sql, organizationId);
  const inputs = await Promise.all(
    waiting.map(async ({ input }) => {
      const request = JSON.parse(input) as AcceptRequest;
      return { ...request, cost: await priceOf(request) };
    }),
  );
  const costs = await expectCosts(sql, inputs);
  const now = new Map(waiting.map(({ record: { id } }, at) => [id, costs[at] ?? null]));
  return kept.map(({ record }) => ({ ...record, cost: now.get(record.id) ?? record.cost }));
}

/** Finds what a kept send costs if it is sent now, or at its time. */
export async function pricesNow(
  sql: Queryable,
  organizationId: string,
): Promise<(request: AcceptRequest) => Promise<MessagePrice | null>> {
  const [rates, channels] = await Promise.all([readRates(sql), listChargedChannels(sql, organizationId)]);
  const templates = { find: findTemplate.bind(null, sql) };
  return async ({ channel_id, type, content, address, user_id: userId = null, scheduled_at }) => {
    const channel = channels.find(({ id }) => id === channel_id);
    if (channel === undefined) return null;
    const due = new Date(Math.max(Date.now(), Date.parse(scheduled_at ?? "") || 0));
    return await priceNow({ sql, templates, rates }, channel, { type, content, address, userId, due });
  };
}
