import { Elysia } from "elysia";
import { hasMessage, readConversation } from "../../db/conversations/conversations.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { mustFindConversation, readerOf } from "./find.ts";
import { ConversationSchema, type ShowDependencies, showConversation } from "./record.ts";

const ReadBody = Type.Object(
  {
    message_id: Type.Optional(
      Type.String({
        format: "uuid",
        description: "The newest message that was seen; later ones stay unread. Default: all are read",
      }),
    ),
  },
  { examples: [{}, { message_id: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11" }] },
);

/** `POST /v1/conversations/{id}/read`. */
export function readRoute(http: Http, dependencies: ShowDependencies) {
  return new Elysia().use(http).post(
    "/:id/read",
    async ({ caller, params: { id }, body, once }) =>
      await once(async (sql) => {
        const { id: current } = await mustFindConversation(sql, caller, id);
        const last = body?.message_id ?? null;
        if (last !== null && !(await hasMessage(sql, caller.organizationId, current, last)))
          throw noSuchMessage();
        await readConversation(sql, readerOf(caller), id, last);
        const row = await mustFindConversation(sql, caller, id);
        return { status: 200, body: await showConversation(dependencies, row) };
      }),
    {
      permission: "messages:read",
      idempotent: true,
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      body: Type.Optional(ReadBody),
      detail: documented({
        operation: "readConversation",
        summary: "Mark a conversation as read",
        description:
          "Applies to the calling user or, with an API key, to all API keys of the organisation together. The contact does not see it: to send a read receipt, send a message of type `mark_as_read`.",
        shows: ConversationSchema,
      }),
    },
  );
}

function noSuchMessage() {
  const message = "the conversation has no such message";
  return problem(422, "message_not_found", `/message_id: ${message}`, {
    errors: [{ path: "/message_id", message }],
  });
}
