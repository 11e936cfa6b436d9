import {
  type BudgetRow,
  deleteBudget,
  findBudget,
  insertBudget,
  listBudgets,
  updateBudget,
} from "../../db/budgets/budgets.ts";
import type { Sql } from "../../db/connection/client.ts";
import { audited } from "../auth/audit.ts";
import { refuseRestrictedKey } from "../auth/restricted.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { type Cursors, PagingQuery } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import { resourceRoutes } from "../http/resource/routes.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { Type } from "../lib/typebox.ts";
import { BudgetBody, BudgetChangesBody, BudgetSchema, showBudget } from "./budget.ts";
import { budgetOf, type GivenDependencies } from "./given.ts";

type Dependencies = GivenDependencies & { sql: Sql; reading: Reading; cursors: Cursors };

const ListQuery = Type.Object(PagingQuery);

/** `/v1/budgets`: what may be spent on messages. */
export function budgetRoutes(http: Http, { sql, reading, cursors, rateCards }: Dependencies) {
  return resourceRoutes(http, { reading, cursors }, "/v1/budgets", {
    ...{ noun: "budget", nouns: "budgets", query: ListQuery },
    may: { read: "costs:read", write: "costs:manage" },
    ...{ schema: BudgetSchema, body: BudgetBody, changes: BudgetChangesBody },
    says: {
      create: {
        description:
          "There can be several for the same with another `stop`, such as one for marketing and a larger one for everything.",
      },
      update: { description: "Holds at once, for what is spent already, too." },
    },
    show: showBudget,
    refuseOthers: refuseRestrictedKey,
    list: async ({ organizationId, channelIds }) => ({
      read: (sql, before, most) => listBudgets(sql, organizationId, { channelIds }, before, most),
    }),
    async find(caller, id) {
      const row = await findBudget(sql, caller.organizationId, id);
      return row !== null && (caller.channelIds === null || isOfChannels(caller, row)) ? row : null;
    },
    async make(caller, body) {
      refuseRestrictedKey(caller);
      const made = await budgetOf({ sql, rateCards }, caller.organizationId, body);
      return async (sql) => {
        const id = newId("bg");
        return await audited(sql, caller, entry("created", id, made), (transaction) =>
          insertBudget(transaction, caller.organizationId, id, made),
        );
      };
    },
    change: async (caller, { id }, changes) =>
      await audited(sql, caller, entry("updated", id, changes), async (transaction) =>
        found(await updateBudget(transaction, caller.organizationId, id, changes), "budget"),
      ),
    remove: async (caller, { id }) =>
      await audited(sql, caller, entry("deleted", id), async (transaction) =>
        found((await deleteBudget(transaction, caller.organizationId, id)) || null, "budget"),
      ),
  });
}

function entry(done: string, id: string, changes?: object) {
  return {
    ...{ action: `budget.${done}`, target: { type: "budget", id } },
    ...(changes === undefined ? {} : { changes: { ...changes } }),
  };
}

function isOfChannels(caller: Caller, { scope, scope_id }: BudgetRow): boolean {
  return scope === "channel" && mayUseChannel(caller, scope_id);
}
