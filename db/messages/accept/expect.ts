import type { Queryable } from "../../connection/client.ts";
import type { MessageCost } from "../../costs/message-price.ts";
import type { AcceptInput } from "./input.ts";

/** What a message is expected to cost if it is accepted now, as records show it; null without a price. */
export async function expectCost(sql: Queryable, input: AcceptInput): Promise<MessageCost | null> {
  if (input.cost === null || input.cost === undefined) return null;
  const [row] = await sql<[{ cost: MessageCost | null }]>`
    select shown_expected((expected_costs(array[
      json_populate_record(null::accept_input, ${JSON.stringify(input)}::text::json)
    ]))[1]) as cost`;
  return row.cost;
}
