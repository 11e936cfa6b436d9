import { Elysia } from "elysia";
import { findCounting } from "../../../db/costs/recount.ts";
import type { Caller } from "../../http/caller.ts";
import { documented } from "../../http/openapi/documentation.ts";
import type { Cursors } from "../../http/paging.ts";
import type { Reading } from "../../http/reading.ts";
import type { Http } from "../../http/server.ts";
import { type Static, Type } from "../../lib/typebox.ts";
import type { RateCards } from "../rates/rate-cards.ts";
import { costsAsCsv } from "./file.ts";
import { CostsFileQuery, CostsQuery, readQuestion } from "./query.ts";
import { readCosts } from "./read.ts";
import { COSTS_EXAMPLE, type Costs, CostsSchema } from "./schema.ts";

export type CostSumDependencies = {
  reading: Reading;
  cursors: Cursors;
  rateCards: Pick<RateCards, "currency">;
};

const ABOUT =
  "What WhatsApp charges for messages of official numbers: those that were delivered, by the day of their delivery on the clock of the number's account. Days and months come in their order, contacts in that of their ids, others by what they cost. Sums outlive the messages.";

/** `/v1/costs`: what delivered messages cost. */
export function costSumRoutes(http: Http, { reading, cursors, rateCards }: CostSumDependencies) {
  const questionOf = (caller: Caller, query: Static<typeof CostsFileQuery>) =>
    readQuestion(caller, rateCards.currency() ?? "", query, new Date());
  return new Elysia()
    .use(http)
    .get(
      "/v1/costs",
      async ({ caller, query: { limit = 25, cursor, ...query } }) => {
        const question = questionOf(caller, query);
        const after = cursors.open(cursor);
        const [found, counting] = await reading
          .of(caller)
          .read((sql) =>
            Promise.all([
              readCosts(sql, question, after, limit),
              findCounting(sql, question.filter.organizationId),
            ]),
          );
        const currency = question.filter.currency || null;
        return {
          data: found.groups.map((sum) => ({ ...sum, currency })),
          total: { ...found.total, currency },
          ...counting,
          meta: { next_cursor: found.next === null ? null : cursors.seal(found.next) },
        } satisfies Costs;
      },
      {
        permission: "costs:read",
        query: CostsQuery,
        detail: documented({
          operation: "getCosts",
          summary: "Get what messages cost",
          description: `${ABOUT} \`waypost costs\` shows it.`,
          errors: [404],
          responses: { 200: { description: "The sums", schema: CostsSchema, example: COSTS_EXAMPLE } },
        }),
      },
    )
    .get(
      "/v1/costs.csv",
      ({ caller, brokeOff, query }) =>
        costsAsCsv(reading.of(caller).readPage, questionOf(caller, query), brokeOff),
      {
        permission: "costs:read",
        streams: true,
        query: CostsFileQuery,
        detail: documented({
          operation: "exportCosts",
          summary: "Get what messages cost as CSV",
          description: `${ABOUT} All groups are in the file.`,
          errors: [404],
          responses: {
            200: {
              description: "The file",
              mediaType: "text/csv",
              schema: Type.String(),
              example:
                "group,name,messages,free,unpriced,amount,currency\r\n2026-11,,1840,1000,0,5.712,EUR\r\n",
            },
          },
        }),
      },
    );
}
