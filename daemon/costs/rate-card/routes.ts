import { Elysia } from "elysia";
import type { Sql } from "../../../db/connection/client.ts";
import { listRateCards, listRates, type RateRow } from "../../../db/costs/rate-cards.ts";
import { askRecounts, findCounting } from "../../../db/costs/recount.ts";
import { deleteRateCard, holdCurrency, writeRateCard } from "../../../db/costs/write-rate-card.ts";
import { isOperator } from "../../../db/organizations/organizations.ts";
import { audited } from "../../auth/audit.ts";
import { refused } from "../../contacts/refused.ts";
import type { Caller } from "../../http/caller.ts";
import { notFound } from "../../http/found.ts";
import { problem } from "../../http/problem.ts";
import type { Http } from "../../http/server.ts";
import { newId } from "../../lib/ids.ts";
import { Type } from "../../lib/typebox.ts";
import type { RateCards } from "../rates/rate-cards.ts";
import { DOCUMENTED } from "./documentation.ts";
import { dayOf, type ReadCard, readCard } from "./read-card.ts";
import { DaySchema, PutBody } from "./schema.ts";
import { showCard, showValidity } from "./show.ts";
import { refuseUnlikely } from "./unlikely.ts";

type Dependencies = { sql: Sql; rateCards: Pick<RateCards, "look"> };

const GetQuery = Type.Object({ at: Type.Optional(DaySchema) });
const DeleteQuery = Type.Object({ valid_from: DaySchema });

/** `/v1/rate-card`: what messages cost. It is of the whole installation, and its operator's to change. */
export function rateCardRoutes(http: Http, { sql, rateCards }: Dependencies) {
  async function requireOperator({ organizationId }: Caller): Promise<void> {
    if (await isOperator(sql, organizationId)) return;
    const detail = "a rate card is of the whole installation; it needs a key of the operator's organisation";
    throw problem(403, "operator_only", detail);
  }

  async function show(at: string) {
    const cards = await listRateCards(sql);
    const card = cards.find((one) => one.valid_from <= at);
    const shown = card === undefined ? null : showCard(card, cards, await listRates(sql, card.id));
    const validities = cards.map((one) => showValidity(one, cards));
    return { card: shown, cards: validities, ...(await findCounting(sql, null)) };
  }

  /** The rates of the card that was valid before another one. */
  async function before({ valid_from }: ReadCard): Promise<RateRow[]> {
    const cards = await listRateCards(sql);
    const card = cards.find((one) => one.valid_from < valid_from);
    return card === undefined ? [] : await listRates(sql, card.id);
  }

  return new Elysia({ prefix: "/v1/rate-card" })
    .use(http)
    .get("", async ({ query: { at } }) => await show(dayOf(at ?? today())), {
      ...{ permission: "costs:read", query: GetQuery, detail: DOCUMENTED.get },
    })
    .put(
      "",
      async ({ caller, body }) => {
        await requireOperator(caller);
        const card = { ...readCard(body, today()), id: newId("rc") };
        const { currency, valid_from } = card;
        if (body.confirmed !== true) refuseUnlikely(card.markets, await before(card));
        const entry = { target: { type: "rate_card", id: card.id }, changes: { currency, valid_from } };
        const set = { action: "rate_card.set", ...entry };
        const counting = await audited(sql, caller, set, async (transaction) => {
          refuseOtherCurrency(currency, await holdCurrency(transaction));
          const isNew = await writeRateCard(transaction, card);
          return isNew ? await askRecounts(transaction, valid_from) : await findCounting(transaction, null);
        });
        await rateCards.look();
        return { ...(await show(valid_from)), ...counting };
      },
      { permission: "*", body: PutBody, detail: DOCUMENTED.put },
    )
    .delete(
      "",
      async ({ caller, query: { valid_from } }) => {
        await requireOperator(caller);
        const entry = { target: { type: "rate_card", id: null }, changes: { valid_from } };
        const deleted = { action: "rate_card.deleted", ...entry };
        const counting = await audited(sql, caller, deleted, async (transaction) => {
          if (!(await deleteRateCard(transaction, dayOf(valid_from)))) throw notFound("rate card");
          return await askRecounts(transaction, valid_from);
        });
        await rateCards.look();
        return { ...(await show(today())), ...counting };
      },
      { permission: "*", query: DeleteQuery, detail: DOCUMENTED.delete },
    );
}

/** Costs have one currency: budgets in another would count nothing. Throws 422. */
function refuseOtherCurrency(currency: string, known: string | null): void {
  if (known === null || known === currency) return;
  throw refused(
    "/currency",
    `costs are counted in ${known}, as the first rate card is. To count them in ${currency} from now on, delete the cards in ${known} (waypost rate-card delete …), set those in ${currency}, and make the budgets again`,
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
