import { expect } from "bun:test";
import type { Queryable } from "../../db/connection/client.ts";
import type { ChargeInput, MessagePrice } from "../../db/costs/message-price.ts";
import { acceptMessages } from "../../db/messages/accept/accept.ts";
import type { AcceptInput } from "../../db/messages/accept/input.ts";
import { textInput } from "../messages/text-input.ts";
import type { sharedDatabase } from "../support/shared-database.ts";

export const TIERS = [
  { above: 0, amount: 0.03 },
  { above: 2, amount: 0.02 },
  { above: 4, amount: 0.01 },
];

type Database = Pick<ReturnType<typeof sharedDatabase>, "sql">;

/** An organisation of a test's own, its messages, and what is reported and written down of them. */
export function costOrganization(database: Database) {
  const id = `org_${crypto.randomUUID()}`;
  const named = { organization_id: id, channel_id: "ch_test" };
  const number = "4930123456";
  const participant = "";
  const price = (more: Partial<MessagePrice> = {}): MessagePrice & { number: string } => ({
    ...{ currency: "EUR", category: "utility", country: "DE", day: "2026-11-30", basis: `rc_${id}` },
    ...{ tiers: JSON.stringify(TIERS.slice(0, 1)), unit: null, market: "DE", counted: null, ...more, number },
  });
  const tiered = { tiers: JSON.stringify(TIERS), unit: "business", counted: "utility" };
  return {
    id,
    tiered,
    named,
    service: (more: Partial<MessagePrice> = {}) => ({ ...price({ category: "service" }), ...more }),
    answer(more: Partial<MessagePrice> = {}): Promise<string> {
      return this.accept({ cost: this.service(more) });
    },
    async taken(month = "2026-11-01") {
      const [row] = await database.sql<{ taken: number }[]>`
        select free_answers_taken(${id}, ${number}, ${month}::date)::integer as taken`;
      return row?.taken;
    },
    async expected(message: string) {
      const [row] = await database.sql<{ cost: { type: string; amount: number } }[]>`
        select cost from messages where organization_id = ${id} and id = ${message}`;
      return row?.cost ?? { type: "none", amount: -1 };
    },
    async accept(more: Partial<AcceptInput> = {}): Promise<string> {
      const input = textInput({ ...named, address: "4915123456701", ...more });
      const [outcome] = await acceptMessages(database.sql, [input]);
      expect(outcome?.outcome).toBe("accepted");
      return input.id;
    },
    billed: (message: string, more: Partial<MessagePrice> = {}): ChargeInput => ({
      ...{ ...named, participant, message_id: message, provider_message_id: `wamid.${message}` },
      ...{ ...price(more), state: "billed", type: "regular", at: new Date() },
    }),
    free: (message: string, type = "free_customer_service"): ChargeInput => ({
      ...{ ...named, participant, message_id: message, provider_message_id: `wamid.${message}` },
      ...{ ...price({ category: "service" }), state: "free", type, at: new Date() },
    }),
    failed: (message: string): ChargeInput => ({
      ...{
        ...named,
        participant,
        message_id: message,
        provider_message_id: `wamid.${message}`,
        number,
        state: "failed",
      },
    }),
    async sums(span = "total") {
      return await database.sql`
        select at::text, category, messages::integer, free::integer, unpriced::integer, amount::text from cost_sums
        where organization_id = ${id} and span = ${span} order by at, category`;
    },
    async counted() {
      const [row] =
        await database.sql`select messages::integer from cost_counters where organization_id = ${id}`;
      return row?.messages;
    },
    async costs(message: string) {
      const [row] = await database.sql`
        select state, amount::text from message_costs where organization_id = ${id} and message_id = ${message}`;
      return row;
    },
  };
}

/** Writes down what statuses say. */
export function settleOn(on: { sql: Queryable }) {
  return (...given: ChargeInput[]) => on.sql`select settle_costs(${JSON.stringify(given)}::text::json)`;
}
