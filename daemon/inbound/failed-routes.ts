import { Elysia } from "elysia";
import { type Queryable, transact } from "../../db/connection/client.ts";
import {
  type FailedChoice,
  type FailedScope,
  listFailedWebhooks,
  type RetriedWebhooks,
  retryFailedWebhooks,
} from "../../db/inbound/failed.ts";
import { audit } from "../auth/audit.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, PagingQuery, page } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { FailedWebhookSchema, RetriedWebhooksSchema, showFailedWebhook } from "./failed-record.ts";

/** Calls that one request has processed again at most. */
const MOST_AT_ONCE = 1000;
const ChannelId = Type.String({ maxLength: 64, description: "Only calls to this channel" });
const RetryBody = Type.Optional(
  Type.Object(
    {
      channel_id: Type.Optional(ChannelId),
      up_to: Type.Optional(
        Type.String({
          maxLength: 64,
          description:
            "The id of a failed call: retries only it and those set aside before it, so that calls that fail again are not retried again",
        }),
      ),
    },
    { examples: [{ channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R" }] },
  ),
);

type FailedDependencies = { reading: Reading; cursors: Cursors };

/** `/v1/inbound/failed`: calls of providers to the organisation's channels that could not be processed. */
export function failedInboundRoutes(http: Http, { reading, cursors }: FailedDependencies) {
  return new Elysia({ prefix: "/v1/inbound/failed" })
    .use(http)
    .get(
      "",
      async ({ caller, query }) => {
        const scope = scopeOf(caller, query.channel_id);
        return await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) => listFailedWebhooks(sql, scope, before, most),
          show: showFailedWebhook,
          position: ({ id }) => id,
        });
      },
      {
        permission: "inbound:manage",
        query: Type.Object({ ...PagingQuery, channel_id: Type.Optional(ChannelId) }),
        detail: documented({
          operation: "listFailedInbound",
          summary: "List inbound calls that failed",
          description:
            "Calls from providers to the organisation's channels that were set aside, because they are invalid or failed repeatedly. Their contents are not shown.",
          lists: FailedWebhookSchema,
        }),
      },
    )
    .post(
      "/:id/retry",
      async ({ caller, params, once }) =>
        await once(async (sql) => {
          const done = await retry(sql, caller, scopeOf(caller), { id: params.id });
          if (done.retried === 0) throw problem(404, "not_found", "there is no failed call with this id");
          return { status: 202, body: done };
        }),
      {
        permission: "inbound:manage",
        idempotent: true,
        params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
        detail: documented({
          operation: "retryFailedInbound",
          summary: "Retry a failed call",
          description:
            "The call is processed in its old place, before what came in later. Parts that were processed before don't change. A call that fails again is set aside under another id.",
          errors: [409],
          responses: { 202: { description: "It will be processed", schema: RetriedWebhooksSchema } },
        }),
      },
    )
    .post(
      "/retry",
      async ({ caller, body, once }) =>
        await once(async (sql) => {
          const choice = { upTo: body?.up_to ?? null, most: MOST_AT_ONCE };
          return { status: 202, body: await retry(sql, caller, scopeOf(caller, body?.channel_id), choice) };
        }),
      {
        permission: "inbound:manage",
        idempotent: true,
        body: RetryBody,
        detail: documented({
          operation: "retryAllFailedInbound",
          summary: "Retry all failed calls",
          description: `The oldest ${MOST_AT_ONCE} at most; if \`remaining\` is not 0, repeat the request.`,
          errors: [409],
          responses: {
            202: { description: "They will be processed", schema: RetriedWebhooksSchema },
          },
        }),
      },
    );
}

/** Has calls processed again, and says so in the audit log when there were some. */
async function retry(
  sql: Queryable,
  caller: Caller,
  scope: FailedScope,
  choice: FailedChoice,
): Promise<RetriedWebhooks> {
  return await transact(sql, async (transaction) => {
    const done = await retryFailedWebhooks(transaction, scope, choice);
    if (done.retried > 0) {
      const target = { type: "inbound", id: "id" in choice ? choice.id : null };
      await audit(transaction, caller, {
        ...{ action: "inbound.retried", target },
        changes: {
          retried: done.retried,
          ...(scope.channelIds === null ? {} : { channels: scope.channelIds }),
        },
      });
    }
    return done;
  });
}

/** The organisation's calls; of a key for some channels, those to its channels. */
function scopeOf(caller: Caller, channelId?: string): FailedScope {
  const { organizationId, channelIds } = caller;
  if (channelId === undefined) return { organizationId, channelIds };
  return { organizationId, channelIds: mayUseChannel(caller, channelId) ? [channelId] : [] };
}
