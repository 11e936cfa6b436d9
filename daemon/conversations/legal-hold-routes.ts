import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { setLegalHold } from "../../db/conversations/holds.ts";
import { audited } from "../auth/audit.ts";
import type { Caller } from "../http/caller.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { mustFindConversation } from "./find.ts";
import { ConversationSchema, type ShowDependencies, showConversation } from "./record.ts";

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const Body = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: "\\S",
      description: "Why, such as the number of a case",
    }),
  },
  { examples: [{ reason: "Case 2026-114" }] },
);

/** `/v1/conversations/{id}/legal_hold`: keeps what is in a conversation beyond every retention. */
export function legalHoldRoutes(http: Http, dependencies: ShowDependencies & { sql: Sql }) {
  const { sql } = dependencies;

  async function change(caller: Caller, id: string, reason: string | null) {
    const { organizationId, actor } = caller;
    const row = await mustFindConversation(sql, caller, id);
    if (reason === null && row.legal_hold === null) return await showConversation(dependencies, row);
    const entry = {
      action: reason === null ? "legal_hold.released" : "legal_hold.placed",
      target: { type: "conversation", id: row.id },
      changes: { reason: reason ?? row.legal_hold?.reason },
    };
    await audited(sql, caller, entry, (transaction) =>
      setLegalHold(
        transaction,
        { organizationId, id: row.id },
        reason === null ? null : { by: actor.id, reason },
      ),
    );
    return await showConversation(dependencies, await mustFindConversation(sql, caller, row.id));
  }

  return new Elysia()
    .use(http)
    .put(
      "/:id/legal_hold",
      async ({ caller, params, body }) => await change(caller, params.id, body.reason),
      {
        permission: "users:manage",
        params: Id,
        body: Body,
        detail: documented({
          operation: "placeLegalHold",
          summary: "Put a conversation under a legal hold",
          description:
            "Its messages, with their files, attempts and statuses, are kept beyond every retention, and its person can't be erased, until it is released. What was deleted before is gone. Again, it changes the reason. Sends `conversation.updated`.",
          shows: ConversationSchema,
        }),
      },
    )
    .delete("/:id/legal_hold", async ({ caller, params }) => await change(caller, params.id, null), {
      permission: "users:manage",
      proved: true,
      params: Id,
      detail: documented({
        operation: "releaseLegalHold",
        summary: "Release a conversation from its legal hold",
        description:
          "What is past its retention is deleted within about an hour, and an erasure that waits begins. Nothing happens where there is no hold. Sends `conversation.updated`.",
        shows: ConversationSchema,
      }),
    });
}
