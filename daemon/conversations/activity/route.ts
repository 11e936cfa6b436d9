import { Elysia } from "elysia";
import type { Sql } from "../../../db/connection/client.ts";
import type { Caller } from "../../http/caller.ts";
import { askedTooOften } from "../../http/openapi/details.ts";
import { documented } from "../../http/openapi/documentation.ts";
import { problem } from "../../http/problem.ts";
import type { Http } from "../../http/server.ts";
import { createBucket, createBuckets } from "../../lib/token-bucket.ts";
import { Type } from "../../lib/typebox.ts";
import { createNames } from "../../logs/names.ts";
import { mustFindConversation } from "../find.ts";
import type { Activity } from "./activity.ts";
import { ACTIVITY_SECONDS, ActivityBody, ActivitySchema } from "./record.ts";

type Dependencies = { sql: Sql; activity: Pick<Activity, "say"> };

/** Somebody who goes through conversations quickly, or types in several tabs. */
const A_SECOND = 5;
const AT_ONCE = 20;
const CALLERS_REMEMBERED = 10_000;

/** `PUT /v1/conversations/{id}/activity`. */
export function activityRoute(http: Http, { sql, activity }: Dependencies) {
  const buckets = createBuckets(CALLERS_REMEMBERED, () => createBucket(A_SECOND, AT_ONCE));

  function spend({ actor }: Caller): void {
    const bucket = buckets(actor.id);
    const wait = bucket.wait(performance.now());
    if (wait > 0) throw tooOften(actor.type, Math.ceil(wait / 1000));
    bucket.take(performance.now());
  }

  return new Elysia().use(http).put(
    "/:id/activity",
    async ({ caller, params, body: { state } }) => {
      spend(caller);
      const { organizationId, actor } = caller;
      const { id: conversationId, channel_id: channelId } = await mustFindConversation(
        sql,
        caller,
        params.id,
      );
      const name = (await createNames(sql, organizationId)([actor.id])).get(actor.id) ?? "";
      const users = await activity.say({
        place: { organizationId, channelId, conversationId },
        ...{ id: actor.id, name, state: state === "left" ? null : state },
      });
      return { conversation_id: conversationId, users };
    },
    {
      permission: "messages:read",
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      body: ActivityBody,
      detail: documented({
        operation: "setConversationActivity",
        summary: "Say that you view a conversation, or type",
        description: `Holds for ${ACTIVITY_SECONDS} seconds, so say it again while it lasts. Nothing is stored, and no endpoint is called: streams of events with \`include_activity\` get \`conversation.activity\`, with all who are there. A caller may say it ${A_SECOND} times a second, and ${AT_ONCE} times at once.`,
        responses: { 200: { description: "Who is there now", schema: ActivitySchema } },
      }),
    },
  );
}

function tooOften(actor: "key" | "user", seconds: number) {
  return problem(429, "rate_limited", askedTooOften(`this ${actor}`, seconds), {
    headers: { "retry-after": String(seconds) },
  });
}
