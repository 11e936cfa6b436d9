import type { Transaction } from "../../../db/connection/client.ts";
import type { RecountRow } from "../../../db/costs/recount.ts";
import type { TemplateDefinitions } from "../../messages/template-definitions.ts";
import type { RateCards } from "../rates/rate-cards.ts";

/** A part of a count, in one transaction: how far it is, the rates as they are now, and how many messages it takes. */
export type Slice = {
  sql: Transaction;
  templates: Pick<TemplateDefinitions, "find">;
  rates: Pick<RateCards, "rateOf" | "currency">;
  row: RecountRow;
  most: number;
};

/** Before all messages. */
export const FIRST_MESSAGE = "00000000-0000-0000-0000-000000000000";
