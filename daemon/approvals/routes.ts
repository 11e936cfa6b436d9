import { Elysia } from "elysia";
import type { ApprovalRecord } from "../../db/approvals/approvals.ts";
import type { Sql } from "../../db/connection/client.ts";
import { ApprovalStatusSchema } from "../events/catalogue-approvals.ts";
import type { Caller } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, PagingQuery } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import { Id, readRoutes } from "../http/resource/read-routes.ts";
import type { Http } from "../http/server.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { ApprovalSchema, REASON_LENGTH } from "../messages/accept/approval-record.ts";
import { decideApproval } from "./decide.ts";
import { readApprovals } from "./price-now.ts";

type Dependencies = { sql: Sql; reading: Reading; cursors: Cursors };

const ListQuery = Type.Object({
  ...PagingQuery,
  status: Type.Optional(ApprovalStatusSchema),
  key_id: Type.Optional(Type.String({ maxLength: 64, description: "Only what this key asks for" })),
  channel_id: Type.Optional(Type.String({ maxLength: 64 })),
  conversation_id: Type.Optional(
    Type.String({ maxLength: 64, description: "Only messages that belong to this conversation" }),
  ),
});
const RefuseBody = Type.Object(
  {
    reason: Type.Optional(
      Type.String({ maxLength: REASON_LENGTH, description: "Why; the agent can read it" }),
    ),
  },
  { examples: [{ reason: "We are closed that day." }] },
);

const decisions = {
  wording: {
    409: {
      description:
        "Decided otherwise before, or (`approval_expired`) too late; `status` says what became of it",
      code: "approval_decided",
      detail: "it was refused before",
    },
  },
};

/** `/v1/approvals`: what agents may only send once a person agrees. */
export function approvalRoutes(http: Http, { sql, reading, cursors }: Dependencies) {
  async function find(caller: Caller, id: string): Promise<ApprovalRecord | null> {
    const [record] = await readApprovals(sql, caller.organizationId, { ...seenBy(caller), id }, null, 1);
    return record ?? null;
  }

  const approvals = readRoutes(http, { reading, cursors }, "/v1/approvals", {
    ...{ noun: "approval", nouns: "approvals", query: ListQuery, schema: ApprovalSchema },
    may: { read: "messages:read" },
    says: {
      list: { description: "What agents asked to send. An agent's key sees what it asked for itself." },
    },
    show: (record: ApprovalRecord) => record,
    list: async (caller, query) => ({
      read: (sql, before, most) =>
        readApprovals(sql, caller.organizationId, filterOf(caller, query), before, most),
    }),
    find,
  });
  const decided = new Elysia({ prefix: "/v1/approvals" })
    .use(http)
    .post(
      "/:id/approve",
      async ({ caller, params: { id }, once }) => {
        found(await find(caller, id), "approval");
        return await once(async (sql) => ({
          status: 200,
          body: await decideApproval(sql, caller, { approvalId: id, decision: "approve" }),
        }));
      },
      {
        permission: "approvals:decide",
        idempotent: true,
        params: Id,
        detail: documented({
          operation: "approveSend",
          summary: "Approve a send",
          description:
            "It is sent once, as it was shown. If that is not possible any more, as when the recipient opted out meanwhile, it is refused with the reason.",
          ...decisions,
          shows: ApprovalSchema,
        }),
      },
    )
    .post(
      "/:id/refuse",
      async ({ caller, params: { id }, body, once }) => {
        found(await find(caller, id), "approval");
        const deciding = { approvalId: id, decision: "refuse", reason: body?.reason } as const;
        return await once(async (sql) => ({
          status: 200,
          body: await decideApproval(sql, caller, deciding),
        }));
      },
      {
        permission: "approvals:decide",
        idempotent: true,
        params: Id,
        body: Type.Optional(RefuseBody),
        detail: documented({
          operation: "refuseSend",
          summary: "Refuse a send",
          ...decisions,
          shows: ApprovalSchema,
        }),
      },
    );
  return new Elysia().use(approvals).use(decided);
}

/** Which a caller may see: a key for some channels theirs, an agent's key what it asked for. */
function seenBy({ channelIds, agent, actor }: Caller) {
  return { channelIds, keyId: agent === null ? undefined : actor.id };
}

type Query = Static<typeof ListQuery>;

function filterOf(caller: Caller, { status, key_id, channel_id, conversation_id }: Query) {
  const { channelIds, keyId = key_id } = seenBy(caller);
  return { channelIds, keyId, status, channelId: channel_id, conversationId: conversation_id };
}
