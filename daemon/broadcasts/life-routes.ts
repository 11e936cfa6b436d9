import { Elysia } from "elysia";
import type { BroadcastRow } from "../../db/broadcasts/broadcasts.ts";
import { type Change, changeBroadcast, startBroadcast } from "../../db/broadcasts/life.ts";
import { refuseAgent } from "../auth/agents/rules.ts";
import { audit, audited } from "../auth/audit.ts";
import type { RateCards } from "../costs/rates/rate-cards.ts";
import type { Caller } from "../http/caller.ts";
import type { Once } from "../http/once/once.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { requireAudience, requireSomebody } from "./audience/require.ts";
import { DOCUMENTED } from "./documentation.ts";
import { figuresOf } from "./figures.ts";
import { mustFind, wrongState } from "./find.ts";
import { readPlan } from "./plan/plan.ts";
import { requirePrices } from "./prices.ts";
import { showBroadcast } from "./record.ts";
import { checkedRoutes, type TemplateDependencies } from "./template/definition.ts";
import { sendTest } from "./test-send.ts";

const TestBody = Type.Object(
  {
    to: Type.Array(Type.String({ maxLength: 64 }), {
      minItems: 1,
      maxItems: 5,
      description: "Numbers of your own",
    }),
  },
  { examples: [{ to: ["14155550123"] }] },
);

const route = {
  permission: "broadcasts:manage",
  idempotent: true,
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
} as const;

/** The statuses that each change allows, and its word in the audit log. */
const CHANGES: Record<Change, { done: string; allowed: string }> = {
  start: { done: "started", allowed: "only a draft can be started" },
  pause: { done: "paused", allowed: "only a running one can be paused" },
  resume: { done: "resumed", allowed: "only one that is paused or stopped can be resumed" },
  cancel: { done: "cancelled", allowed: "only one that was started and is not over can be cancelled" },
};

type Given = { caller: Caller; params: { id: string }; once: Once["once"] };

/** `/v1/broadcasts/{id}/…`: starting, pausing, resuming and cancelling. */
export function lifeRoutes(http: Http, dependencies: TemplateDependencies & { rateCards: RateCards }) {
  const { sql, rateCards } = dependencies;

  async function requireFit(row: BroadcastRow): Promise<void> {
    const plan = readPlan(row);
    const routes = await checkedRoutes(dependencies, row);
    requirePrices(rateCards, routes, plan);
    await requireAudience(sql, row.organization_id, plan);
    const isLater = row.starts_at !== null && row.starts_at > new Date();
    // until then, people may join it
    if (!isLater) await requireSomebody(sql, row.organization_id, plan, routes[0]);
  }

  function change({ caller, params: { id }, once }: Given, change: Change) {
    return once(async (sql) => {
      const entry = { action: `broadcast.${CHANGES[change].done}`, target: { type: "broadcast", id } };
      await audited(sql, caller, entry, async (transaction) => {
        const { status } = await mustFind(transaction, caller, id);
        const changed =
          change === "start"
            ? await startBroadcast(transaction, caller.organizationId, id, caller.actor.id)
            : await changeBroadcast(transaction, caller.organizationId, id, change);
        if (changed) return;
        throw wrongState({ status }, CHANGES[change].allowed);
      });
      const row = await mustFind(sql, caller, id);
      const figures = await figuresOf(sql, rateCards, caller.organizationId, [id]);
      return { status: 200, body: showBroadcast(row, figures.get(id)) };
    });
  }

  return new Elysia({ prefix: "/v1/broadcasts" })
    .use(http)
    .post(
      "/:id/start",
      async (given) => {
        const row = await mustFind(sql, given.caller, given.params.id);
        await refuseAgent(sql, given.caller, { type: "broadcast", id: row.id });
        if (row.status === "draft") await requireFit(row);
        return await change(given, "start");
      },
      { ...route, detail: DOCUMENTED.start },
    )
    .post(
      "/:id/test",
      async ({ caller, params: { id }, body, onceElsewhere }) => {
        const row = await mustFind(sql, caller, id);
        await refuseAgent(sql, caller, { type: "broadcast", id });
        return await onceElsewhere(async () => {
          const entry = { action: "broadcast.tested", target: { type: "broadcast", id }, changes: body };
          await audit(sql, caller, entry);
          return { status: 200, body: { data: await sendTest(dependencies, caller, row, body.to) } };
        });
      },
      { ...route, body: TestBody, detail: DOCUMENTED.test },
    )
    .post("/:id/pause", (given) => change(given, "pause"), { ...route, detail: DOCUMENTED.pause })
    .post(
      "/:id/resume",
      async (given) => {
        await refuseAgent(sql, given.caller, { type: "broadcast", id: given.params.id });
        return await change(given, "resume");
      },
      { ...route, detail: DOCUMENTED.resume },
    )
    .post("/:id/cancel", (given) => change(given, "cancel"), { ...route, detail: DOCUMENTED.cancel });
}
