import { Elysia } from "elysia";
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
import { notFound } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, listOf, PagingQuery, page } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../lib/ids.ts";
import { Type } from "../lib/typebox.ts";
import { BudgetBody, BudgetChangesBody, BudgetSchema, showBudget } from "./budget.ts";
import { budgetOf, type GivenDependencies } from "./given.ts";

type Dependencies = GivenDependencies & { sql: Sql; reading: Reading; cursors: Cursors };

const tags = ["Costs"];
const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const ListQuery = Type.Object(PagingQuery);

/** `/v1/budgets`: what may be spent on messages. */
export function budgetRoutes(http: Http, { sql, reading, cursors, rateCards }: Dependencies) {
  /** One that the caller may see: a key for some channels sees theirs. Throws 404. */
  async function mustFind(caller: Caller, id: string): Promise<BudgetRow> {
    const row = await findBudget(sql, caller.organizationId, id);
    if (row === null || !(caller.channelIds === null || isOfChannels(caller, row))) throw notFound("budget");
    return row;
  }

  /** Throws 404, and 403 for a key that is for some channels. */
  async function mayChange(caller: Caller, id: string): Promise<void> {
    await mustFind(caller, id);
    refuseRestrictedKey(caller);
  }

  return new Elysia({ prefix: "/v1/budgets" })
    .use(http)
    .get(
      "",
      async ({ caller, query }) =>
        await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) =>
            listBudgets(sql, caller.organizationId, { channelIds: caller.channelIds }, before, most),
          show: showBudget,
          position: ({ id }) => id,
        }),
      {
        permission: "costs:read",
        query: ListQuery,
        detail: documented({
          tags,
          operation: "listBudgets",
          summary: "List budgets",
          responses: { 200: { description: "Newest first", schema: listOf(BudgetSchema) } },
        }),
      },
    )
    .post(
      "",
      async ({ caller, body, once }) => {
        refuseRestrictedKey(caller);
        const made = await budgetOf({ sql, rateCards }, caller.organizationId, body);
        return await once(async (sql) => {
          const id = newId("bg");
          const entry = { action: "budget.created", target: { type: "budget", id }, changes: made };
          const row = await audited(sql, caller, entry, (transaction) =>
            insertBudget(transaction, caller.organizationId, id, made),
          );
          return { status: 201, body: showBudget(row) };
        });
      },
      {
        permission: "costs:manage",
        idempotent: true,
        body: BudgetBody,
        detail: documented({
          tags,
          operation: "createBudget",
          summary: "Create a budget",
          description:
            "There can be several for the same with another `stop`, such as one for marketing and a larger one for everything.",
          responses: { 201: { description: "Created", schema: BudgetSchema } },
        }),
      },
    )
    .get("/:id", async ({ caller, params }) => showBudget(await mustFind(caller, params.id)), {
      permission: "costs:read",
      params: Id,
      detail: documented({
        tags,
        operation: "getBudget",
        summary: "Get a budget",
        errors: [404],
        responses: { 200: { description: "The budget", schema: BudgetSchema } },
      }),
    })
    .patch(
      "/:id",
      async ({ caller, params: { id }, body }) => {
        await mayChange(caller, id);
        const entry = { action: "budget.updated", target: { type: "budget", id }, changes: body };
        const row = await audited(sql, caller, entry, async (transaction) => {
          const row = await updateBudget(transaction, caller.organizationId, id, body);
          if (row === null) throw notFound("budget");
          return row;
        });
        return showBudget(row);
      },
      {
        permission: "costs:manage",
        params: Id,
        body: BudgetChangesBody,
        detail: documented({
          tags,
          operation: "updateBudget",
          summary: "Change a budget",
          description: "Holds at once, for what is spent already, too.",
          errors: [404],
          responses: { 200: { description: "The budget", schema: BudgetSchema } },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ caller, params: { id }, set }) => {
        await mayChange(caller, id);
        const entry = { action: "budget.deleted", target: { type: "budget", id } };
        await audited(sql, caller, entry, async (transaction) => {
          if (!(await deleteBudget(transaction, caller.organizationId, id))) throw notFound("budget");
        });
        set.status = 204;
      },
      {
        permission: "costs:manage",
        params: Id,
        detail: documented({
          tags,
          operation: "deleteBudget",
          summary: "Delete a budget",
          errors: [404],
          responses: { 204: { description: "Deleted" } },
        }),
      },
    );
}

function isOfChannels(caller: Caller, { scope, scope_id }: BudgetRow): boolean {
  return scope === "channel" && mayUseChannel(caller, scope_id);
}
