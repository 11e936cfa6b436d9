import { Elysia } from "elysia";
import type { Sql } from "../../db/connection/client.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { mustFind } from "../messages/find.ts";
import { withWaiting } from "../messages/waiting/with-waiting.ts";
import type { Providers } from "../providers/provider.ts";
import { TimelineSchema } from "./schema.ts";
import { readTimeline } from "./timeline.ts";

/** `/v1/messages/{id}/timeline`: the life of one message on one line. */
export function timelineRoutes(http: Http, { sql, providers }: { sql: Sql; providers: Providers }) {
  return new Elysia().use(http).get(
    "/v1/messages/:id/timeline",
    async ({ caller, params }) => {
      const message = await mustFind(sql, caller, params.id);
      const [shown] = await withWaiting(sql, providers, [message]);
      return { data: await readTimeline(sql, caller, message, shown?.waiting ?? null) };
    },
    {
      permission: "messages:read",
      params: Type.Object({ id: Type.String() }),
      detail: documented({
        operation: "getMessageTimeline",
        summary: "Get all that happened to a message",
        description:
          "When it was accepted or received, each call to WhatsApp, each status, the events that name it and, with `webhooks:manage`, their deliveries; last, what it waits for. Events are looked for at the times that are known of the message: one that was written more than ten seconds after each of them is left out.",
        responses: { 200: { description: "Oldest first", schema: TimelineSchema } },
      }),
    },
  );
}
