import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { channelIdsOf, findKeeping, saveRetention } from "../../db/maintenance/kept.ts";
import { previewRetention } from "../../db/maintenance/preview.ts";
import { audited } from "../auth/audit.ts";
import type { Caller } from "../http/caller.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import type { Static } from "../lib/typebox.ts";
import {
  changedKeeping,
  PreviewSchema,
  RetentionBody,
  RetentionSchema,
  showPreview,
  showRetention,
} from "./retention.ts";

type Dependencies = { sql: Sql; reading: Reading; retentionDays: number; auditDays: number };

/** `/v1/settings/retention`: for how long an organisation keeps things, and what another setting would delete. */
export function retentionRoutes(http: Http, dependencies: Dependencies) {
  const { sql, reading } = dependencies;
  const keepingOf = ({ organizationId }: Caller) => findKeeping(sql, organizationId, dependencies);
  const changed = async (caller: Caller, body: Static<typeof RetentionBody>) => {
    const [now, ids] = await Promise.all([keepingOf(caller), channelIdsOf(sql, caller.organizationId)]);
    return { now, next: changedKeeping(now, body, new Set(ids)) };
  };
  return new Elysia({ prefix: "/v1/settings/retention" })
    .use(http)
    .get("", async ({ caller }) => showRetention(await keepingOf(caller)), {
      permission: "users:manage",
      detail: documented({
        operation: "getRetention",
        summary: "Get the retention",
        description: "For how many days each kind of thing is kept, and things of some channels.",
        shows: RetentionSchema,
      }),
    })
    .put(
      "",
      async ({ caller, body }) => {
        const { next } = await changed(caller, body);
        const entry = {
          action: "settings.updated",
          target: { type: "settings", id: "retention" },
          changes: body,
        };
        await audited(sql, caller, entry, (transaction) =>
          saveRetention(transaction, caller.organizationId, next.set),
        );
        return showRetention(await keepingOf(caller));
      },
      {
        permission: "users:manage",
        proved: true,
        body: RetentionBody,
        detail: documented({
          operation: "setRetention",
          summary: "Set the retention",
          description:
            "In place of all that was set before. What is older is deleted for good within about an hour; ask for a preview first. What waits to be sent stays until it has ended.",
          shows: RetentionSchema,
        }),
      },
    )
    .post(
      "/preview",
      async ({ caller, body }) => {
        const { now, next } = await changed(caller, body);
        return showPreview(await reading.of(caller).readPrimary((sql) => previewRetention(sql, now, next)));
      },
      {
        permission: "users:manage",
        body: RetentionBody,
        detail: documented({
          keepsNothing: true,
          operation: "previewRetention",
          summary: "Preview a retention",
          description:
            "What is kept as it is set now, and would be deleted if it were set so. Up to 50,000 of each kind are counted; beyond, the number is an estimate. Changes nothing.",
          responses: { 200: { description: "What would go; empty if nothing would", schema: PreviewSchema } },
        }),
      },
    );
}
