import { Elysia } from "elysia";
import { findChannel } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import { findAddressee } from "../../db/conversations/handover.ts";
import { findAnswerCost } from "../../db/costs/answer.ts";
import { mustFindConversation } from "../conversations/find.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import { expectedPrice } from "../messages/accept/expected-price.ts";
import { schedule } from "../messages/accept/send-fields.ts";
import type { RateCards } from "./rates/rate-cards.ts";

const AnswerCostSchema = Type.Object(
  {
    amount: Nullable(
      Type.Number({ description: "Null without a price: on paired numbers, in groups, without a rate card" }),
    ),
    currency: Nullable(Type.String()),
    type: Nullable(
      Type.String({
        description:
          "`regular`, or why it is free: `free_customer_service` (one of the first 1,000 answers of the number's month), `free_entry_point` (the person came by an advertisement)",
      }),
    ),
    free_until: Nullable(
      Type.String({ description: "When what is sent to somebody who came by an advertisement costs again" }),
    ),
  },
  {
    title: "AnswerCost",
    examples: [{ amount: 0.0456, currency: "EUR", type: "regular", free_until: null }],
  },
);

const NOTHING = { amount: null, currency: null, type: null, free_until: null };

/** `GET /v1/conversations/{id}/answer_cost`: what an answer costs before it is sent. */
export function answerCostRoute(http: Http, { sql, rateCards }: { sql: Sql; rateCards: RateCards }) {
  return new Elysia().use(http).get(
    "/v1/conversations/:id/answer_cost",
    async ({ caller, params, query: { scheduled_at } }) => {
      const at = new Date(Math.max(Date.now(), Date.parse(schedule(scheduled_at) ?? "1970-01-01")));
      const { organization_id, id, channel_id } = await mustFindConversation(sql, caller, params.id);
      const channel = await findChannel(sql, organization_id, channel_id);
      const person = await findAddressee(sql, organization_id, id);
      if (channel === null || person === null) return NOTHING;
      const answer = {
        category: "service",
        isAddressed: true,
        address: person.phone,
        userId: person.user_id,
      };
      const price = expectedPrice(rateCards, channel, { ...answer, at });
      const cost =
        price === null ? null : await findAnswerCost(sql, { organizationId: organization_id, id, at }, price);
      if (price === null || cost === null) return NOTHING;
      const { amount, type, free_until } = cost;
      return { amount, currency: price.currency, type, free_until: free_until?.toISOString() ?? null };
    },
    {
      permission: "messages:read",
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      query: Type.Object({
        scheduled_at: Type.Optional(
          Type.String({ maxLength: 40, description: "When it is to be sent, as in a send; absent: now" }),
        ),
      }),
      detail: documented({
        operation: "getAnswerCost",
        errors: [422],
        summary: "Get what an answer costs",
        description:
          "What WhatsApp charges for a message that is no template, now or at a time, by the [rate card](/docs/guides/costs) of that day, what the number has had delivered in that month so far, and whether an advertisement pays for it then.",
        responses: { 200: { description: "The cost", schema: AnswerCostSchema } },
      }),
    },
  );
}
