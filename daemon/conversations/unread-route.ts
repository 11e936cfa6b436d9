import { Elysia } from "elysia";
import { unreadConversation } from "../../db/conversations/conversations.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { mustFindConversation, readerOf } from "./find.ts";
import { ConversationSchema, type ShowDependencies, showConversation } from "./record.ts";

/** `POST /v1/conversations/{id}/unread`. */
export function unreadRoute(http: Http, dependencies: ShowDependencies) {
  return new Elysia().use(http).post(
    "/:id/unread",
    async ({ caller, params: { id }, once }) =>
      await once(async (sql) => {
        await mustFindConversation(sql, caller, id);
        if (!(await unreadConversation(sql, readerOf(caller), id))) throw nothingToRead();
        const row = await mustFindConversation(sql, caller, id);
        return { status: 200, body: await showConversation(dependencies, row) };
      }),
    {
      permission: "messages:read",
      idempotent: true,
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      detail: documented({
        operation: "unreadConversation",
        summary: "Mark a conversation as unread",
        description:
          "Its contact's last message is unread again, for the calling user or, with an API key, for all API keys of the organisation together. The contact does not see it. `422` with the code `nothing_to_read` when the contact has written nothing.",
        shows: ConversationSchema,
      }),
    },
  );
}

function nothingToRead() {
  return problem(422, "nothing_to_read", "the contact has written nothing that could be unread");
}
