import type { Queryable } from "../../connection/client.ts";
import type { MessageCost } from "../../costs/message-price.ts";
import type { AcceptInput } from "./input.ts";

/** What each of some messages is expected to cost if it is accepted now, as records show it; null without a price. */
export async function expectCosts(
  sql: Queryable,
  inputs: readonly AcceptInput[],
): Promise<(MessageCost | null)[]> {
  if (!inputs.some(({ cost }) => cost)) return inputs.map(() => null);
  const rows = await sql<{ cost: MessageCost | null }[]>`
    select shown_expected((expected_costs(array[
      json_populate_record(null::accept_input, one.input)
    ]))[1]) as cost
    from json_array_elements(${JSON.stringify(inputs)}::text::json) with ordinality as one (input, place)
    order by one.place`;
  return rows.map(({ cost }) => cost);
}
