import { Elysia } from "elysia";
import { contactsByAddress } from "../../db/contacts/by-address.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import { askAboutGroups, type GroupAsking } from "./ask.ts";
import { findGroupChannel } from "./channel.ts";
import { common } from "./documentation.ts";
import { recording } from "./recording.ts";
import { Group } from "./schemas.ts";
import { DONE } from "./shown.ts";

const MOST_REQUESTS = 100;

const JoinRequestsSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        id: Type.String(),
        participant: Type.String({ description: "Who asks: digits, or a business-scoped user id" }),
        phone: Nullable(Type.String({ description: "Digits; null if they do not show their number" })),
        contact_id: Nullable(Type.String({ description: "Their contact, if there is one" })),
        asked_at: Nullable(Type.String({ format: "date-time" })),
      }),
    ),
  },
  {
    title: "GroupJoinRequests",
    examples: [
      {
        data: [
          {
            ...{ id: "MTY0NjcwNDM1OTU6MTIwMzYzNDA0Njk0MjMzODIw", participant: "14155550123" },
            ...{ phone: "14155550123", contact_id: null, asked_at: "2026-11-21T09:30:00.000Z" },
          },
        ],
      },
    ],
  },
);

const AnsweredSchema = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        id: Type.String({ description: "As it was given" }),
        status: Type.Union([Type.Literal("done"), Type.Literal("refused")]),
        code: Type.Integer({ description: "WhatsApp's own code" }),
      }),
    ),
  },
  {
    title: "AnsweredJoinRequests",
    examples: [{ data: [{ id: "MTY0NjcwNDM1OTU6MTIwMzYzNDA0Njk0MjMzODIw", status: "done", code: 200 }] }],
  },
);

const AnswerBody = Type.Object(
  {
    action: Type.Union([Type.Literal("approve"), Type.Literal("reject")]),
    requests: Type.Array(
      Type.String({ minLength: 1, maxLength: 256, description: "The `id` of a request" }),
      {
        minItems: 1,
        maxItems: MOST_REQUESTS,
      },
    ),
  },
  { examples: [{ action: "approve", requests: ["MTY0NjcwNDM1OTU6MTIwMzYzNDA0Njk0MjMzODIw"] }] },
);

/** `/v1/channels/{id}/groups/{group_id}/join_requests`: people who ask to join, of official numbers. */
export function joinRequestRoutes(http: Http, dependencies: GroupAsking) {
  return new Elysia()
    .use(http)
    .get(
      "/:id/groups/:group_id/join_requests",
      async ({ caller, params }) => {
        const channel = await findGroupChannel(dependencies, caller, params);
        const asked = { kind: "join_requests", group: params.group_id } as const;
        const requests = await askAboutGroups<"join_requests">(dependencies, channel, asked);
        const contacts = await contactsByAddress(dependencies.sql, caller.organizationId, requests);
        return { data: requests.map((one, index) => ({ ...one, contact_id: contacts[index] ?? null })) };
      },
      { permission: "channels:read", params: Group, detail: LIST },
    )
    .post(
      "/:id/groups/:group_id/join_requests",
      async ({ caller, params, body: { action, requests }, onceElsewhere }) => {
        const channel = await findGroupChannel(dependencies, caller, params);
        const group = params.group_id;
        return await onceElsewhere(async () => {
          const outcomes = await askAboutGroups<"answer_join_requests">(
            dependencies,
            channel,
            { kind: "answer_join_requests", group, approve: action === "approve", requests },
            recording(caller, channel, "group.join_requests_answered", { group, action, requests }),
          );
          const data = outcomes.map(({ asked, code }) => ({
            ...{ id: asked, status: code === DONE ? ("done" as const) : ("refused" as const), code },
          }));
          return { status: 200, body: { data } };
        });
      },
      { permission: "channels:manage", idempotent: true, params: Group, body: AnswerBody, detail: ANSWER },
    );
}

const LIST = documented({
  ...common,
  operation: "listGroupJoinRequests",
  summary: "List requests to join a group",
  description:
    "Of people who used the invite link of a group whose `join_approval` is `approval_required`. Official numbers only.",
  responses: { 200: { description: "All that are open", schema: JoinRequestsSchema } },
});

const ANSWER = documented({
  ...common,
  operation: "answerGroupJoinRequests",
  summary: "Approve or reject requests to join a group",
  description: "Official numbers only.",
  responses: {
    200: { description: "The result of each, in the order of the request", schema: AnsweredSchema },
  },
});
