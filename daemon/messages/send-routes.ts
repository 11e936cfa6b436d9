import { type Context, Elysia } from "elysia";
import { changeRefused } from "../auth/agents/changes.ts";
import { HELD } from "../conversations/refusals.ts";
import { refuseMistaken } from "../http/mistaken-names.ts";
import { idempotencyKey } from "../http/once/idempotency.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import type { Accept } from "./accept/accept.ts";
import { SentSchema, WAITING_EXAMPLE } from "./accept/approval-record.ts";
import { BatchBody, requestsOfBatch, sendBatch } from "./accept/batch.ts";
import type { CheckDependencies } from "./accept/check.ts";
import { MISTAKEN_FIELDS } from "./accept/mistaken-fields.ts";
import { send } from "./accept/send.ts";
import { SendBody } from "./accept/send-body.ts";
import {
  BATCH_RESPONSE,
  DOCUMENTED_BATCH_BODY,
  DOCUMENTED_SEND_BODY,
  HELD_RULE,
  UNKNOWN_FIELDS,
  WINDOW_RULE,
} from "./accept/send-documentation.ts";
import { TRIED_EXAMPLE } from "./accepted.ts";
import { createBatchTurns } from "./batch-turns.ts";
import { cancel } from "./cancel/cancel.ts";
import { mustFind } from "./find.ts";
import { MessageSchema, showMessage } from "./record.ts";

export type SendRouteDependencies = CheckDependencies & { accept: Accept };

/** For agents' keys, that a message is not theirs to take back. */
const OF_OTHERS = {
  code: "agent_message",
  detail: "a key for an agent cancels only what it sent itself",
};

/** What makes messages and takes them back. */
export function sendRoutes(http: Http, dependencies: SendRouteDependencies) {
  const { sql, templates } = dependencies;
  const turns = createBatchTurns();
  return new Elysia({ prefix: "/v1/messages" })
    .use(http)
    .post(
      "",
      async ({ caller, body, request, set }) => {
        const sent = await send(dependencies, caller, body, idempotencyKey(request, caller));
        return jsonResponse(set, sent.status, sent.body, sent.replayed);
      },
      {
        permission: "messages:send",
        transform: ({ body }) => refuseMistaken(body, MISTAKEN_FIELDS),
        body: SendBody,
        detail: documented({
          operation: "sendMessage",
          summary: "Send a message",
          body: DOCUMENTED_SEND_BODY,
          description: `Accepts a message. 201 means that it is stored durably and will be sent, not that it has been: follow it with events, or by reading it.\n\n${UNKNOWN_FIELDS}\n\n${WINDOW_RULE}\n\n${HELD_RULE}`,
          wording: { 409: HELD },
          responses: {
            200: {
              description: "With `dry_run`: it would be accepted now",
              ...{ schema: SentSchema, example: TRIED_EXAMPLE },
            },
            201: {
              description:
                "Accepted; `Idempotent-Replayed: true` means that this is the response to an earlier request. What it is expected to cost is in its record (`GET /v1/messages/{id}`); before you send, `dry_run` answers it",
              schema: SentSchema,
            },
            202: {
              description:
                "With the key of an agent: it waits until a person approves it (`GET /v1/approvals/{id}`)",
              ...{ schema: SentSchema, example: WAITING_EXAMPLE },
            },
          },
        }),
      },
    )
    .post(
      "/batch",
      async ({ caller, body, request, set }) => {
        const key = idempotencyKey(request, caller);
        const sent = await turns.take(caller, () =>
          sendBatch(dependencies, caller, body.messages, key, turns),
        );
        return jsonResponse(set, 200, JSON.stringify({ data: sent.data }), sent.replayed);
      },
      {
        permission: "messages:send",
        body: BatchBody,
        counts: requestsOfBatch,
        detail: documented({
          operation: "sendMessages",
          summary: "Send up to 1,000 messages",
          body: DOCUMENTED_BATCH_BODY,
          description:
            "Each message is accepted or refused on its own; the results are in the order of the messages. One `Idempotency-Key` covers all of them. In rate limits, each hundred that it begins counts as a request.",
          responses: { 200: { description: "The result of each message", ...BATCH_RESPONSE } },
        }),
      },
    )
    .post(
      "/:id/cancel",
      async ({ caller, params, once }) => {
        const message = await mustFind(sql, caller, params.id);
        if (caller.agent !== null && message.author !== caller.actor.id)
          throw await changeRefused(sql, caller, "POST /v1/messages/:id/cancel", OF_OTHERS);
        return await once(async (sql) => ({
          status: 200,
          body: await showMessage(templates, await cancel(sql, message)),
        }));
      },
      {
        permission: "messages:send",
        idempotent: true,
        params: Type.Object({ id: Type.String() }),
        detail: documented({
          operation: "cancelMessage",
          summary: "Cancel a message",
          description: "A queued or scheduled message is then never sent.",
          wording: {
            409: {
              description: "Too late; `message_status` is its current status",
              code: "not_cancellable",
              detail: "the message is sent; only one that is queued or scheduled can be cancelled",
            },
          },
          responses: { 200: { description: "The cancelled message", schema: MessageSchema } },
        }),
      },
    );
}

/**
 * The body is JSON text already: an earlier response comes back as it was. Not a
 * `Response`: Elysia would copy it to add the headers that all responses have.
 */
function jsonResponse(set: Context["set"], status: number, body: string, replayed: boolean): string {
  set.status = status;
  set.headers["content-type"] = "application/json";
  if (replayed) set.headers["idempotent-replayed"] = "true";
  return body;
}
