import { Elysia } from "elysia";
import type { ConversationRow } from "../../db/conversations/conversations.ts";
import { type Hold, holdConversation, releaseConversation } from "../../db/conversations/holds.ts";
import type { Caller } from "../http/caller.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { checkAhead } from "./ahead.ts";
import { mustFindConversation } from "./find.ts";
import { type HandoverDependencies, handOverTo } from "./handover-route.ts";
import { ConversationSchema, type ShowDependencies, showConversation } from "./record.ts";
import { conversationHeld, HELD } from "./refusals.ts";

const USUAL_SECONDS = 3600;
const LONGEST = { ms: 30 * 24 * 3600_000, words: "30 days" };

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const HoldBody = Type.Object(
  {
    until: Type.Optional(
      Type.String({
        format: "date-time",
        description: "When it ends by itself, at most 30 days ahead. Default: in an hour",
      }),
    ),
  },
  { examples: [{}, { until: "2026-11-21T12:00:00.000Z" }] },
);

/** `POST /v1/conversations/{id}/hold` and `/release`. */
export function holdRoutes(http: Http, dependencies: HandoverDependencies & ShowDependencies) {
  const { sql } = dependencies;
  const shown = async (caller: Caller, id: string) => ({
    status: 200,
    body: await showConversation(dependencies, await mustFindConversation(sql, caller, id)),
  });
  return new Elysia()
    .use(http)
    .post(
      "/:id/hold",
      async ({ caller, params: { id }, body, onceElsewhere }) =>
        await onceElsewhere(async () => {
          const { until = null } = body ?? {};
          if (until !== null) checkAhead("until", until, LONGEST);
          const row = await mustFindConversation(sql, caller, id);
          await takeFromMeta(dependencies, caller, row);
          const wish = { ...whoOf(caller), until, seconds: USUAL_SECONDS };
          refuseHeld(await holdConversation(sql, keyOf(caller, row), wish));
          return await shown(caller, row.id);
        }),
      {
        permission: "messages:send",
        idempotent: true,
        params: Id,
        body: Type.Optional(HoldBody),
        detail: documented({
          operation: "holdConversation",
          summary: "Hold a conversation",
          description:
            "While somebody holds a conversation, answers by API keys of bots are refused or wait, except by the key that holds it. Users, and keys that are not for bots, can take it from anybody, also from Meta's agent. A bot's key can hold it only if nobody else does. Sends `conversation.held`.",
          wording: { 409: HELD },
          shows: ConversationSchema,
        }),
      },
    )
    .post(
      "/:id/release",
      async ({ caller, params: { id }, onceElsewhere }) =>
        await onceElsewhere(async () => {
          const row = await mustFindConversation(sql, caller, id);
          refuseHeld(await releaseConversation(sql, keyOf(caller, row), whoOf(caller)));
          return await shown(caller, row.id);
        }),
      {
        permission: "messages:send",
        idempotent: true,
        params: Id,
        detail: documented({
          operation: "releaseConversation",
          summary: "Release a conversation",
          description:
            "Nobody holds it from then on, and bots' answers that waited are sent. Users, and keys that are not for bots, can release any conversation; a bot's key only one that it holds itself. If Meta's agent holds it, hold it yourself instead. Sends `conversation.released`.",
          wording: { 409: HELD },
          shows: ConversationSchema,
        }),
      },
    );
}

function keyOf({ organizationId }: Caller, { id }: ConversationRow) {
  return { organizationId, id };
}

/** Who asks, and whether it is a program that answers: an agent's key is, too. */
function whoOf({ actor, bot = null, agent }: Caller): { by: string; is_bot: boolean } {
  return { by: actor.id, is_bot: bot !== null || agent !== null };
}

/** What Meta's agent holds is a person's to take; a bot is refused. */
async function takeFromMeta(
  dependencies: HandoverDependencies,
  caller: Caller,
  row: ConversationRow,
): Promise<void> {
  if (row.handled_by === "agent" && !whoOf(caller).is_bot)
    await handOverTo(dependencies, row, "business", caller.actor.id);
}

function refuseHeld(other: Hold | null): void {
  if (other !== null) throw conversationHeld(other);
}
