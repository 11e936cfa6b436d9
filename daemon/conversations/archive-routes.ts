import { Elysia } from "elysia";
import { findChannel } from "../../db/channels/channels.ts";
import { archiveConversation } from "../../db/conversations/archive.ts";
import type { ConversationRow } from "../../db/conversations/conversations.ts";
import { changeOnPhone } from "../channels/asking/change-on-phone.ts";
import { notConnected, timedOut } from "../channels/asking/wording.ts";
import { providerOf } from "../channels/platform.ts";
import type { Caller } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import type { BlockDependencies } from "./block-routes.ts";
import { chatOf } from "./chat-of.ts";
import { mustFindConversation } from "./find.ts";
import { ConversationSchema, showConversation } from "./record.ts";

const WORDING = {
  409: notConnected(),
  422: {
    description: "WhatsApp refused",
    code: "provider_rejected",
    detail:
      "WhatsApp refused: the phone has not yet given what this is changed with; open WhatsApp on it, and try again",
  },
  503: timedOut(),
};

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** `POST /v1/conversations/{id}/archive` and `/unarchive`: whether it is out of the inbox's way, on the phone as well. */
export function archiveRoutes(http: Http, dependencies: BlockDependencies) {
  return new Elysia()
    .use(http)
    .post(
      "/:id/archive",
      async ({ caller, params: { id }, onceElsewhere }) =>
        await onceElsewhere(() => change(dependencies, caller, id, true)),
      {
        permission: "messages:send",
        idempotent: true,
        params: Id,
        detail: documented({
          operation: "archiveConversation",
          summary: "Archive a conversation",
          description:
            "Takes it out of the inbox's way. On a paired number its phone archives the chat, too, and what is archived there is archived here; whether a new message brings it back is the phone's own setting. On an official number it comes back when the person writes. Sends `conversation.updated`.",
          wording: WORDING,
          shows: ConversationSchema,
        }),
      },
    )
    .post(
      "/:id/unarchive",
      async ({ caller, params: { id }, onceElsewhere }) =>
        await onceElsewhere(() => change(dependencies, caller, id, false)),
      {
        permission: "messages:send",
        idempotent: true,
        params: Id,
        detail: documented({
          operation: "unarchiveConversation",
          summary: "Take a conversation out of the archive",
          description: "On a paired number its phone does so, too. Sends `conversation.updated`.",
          wording: WORDING,
          shows: ConversationSchema,
        }),
      },
    );
}

async function change(dependencies: BlockDependencies, caller: Caller, id: string, archived: boolean) {
  const { sql } = dependencies;
  const row = await mustFindConversation(sql, caller, id);
  if ((row.archived_at !== null) !== archived) await tellPhone(dependencies, row, archived);
  await archiveConversation(sql, row.organization_id, row.id, archived);
  const changed = await mustFindConversation(sql, caller, row.id);
  return { status: 200, body: await showConversation(dependencies, changed) };
}

/** Archives the chat on a paired number's phone; throws what WhatsApp refuses. */
async function tellPhone(
  dependencies: BlockDependencies,
  row: ConversationRow,
  archived: boolean,
): Promise<void> {
  const { sql, providers } = dependencies;
  const channel = found(await findChannel(sql, row.organization_id, row.channel_id), "channel");
  if (providerOf(providers, channel).connects !== "pairing") return;
  const chat = await chatOf(sql, row);
  // where the person is gone, so is what the phone calls the chat
  if (chat !== null) await changeOnPhone(dependencies, channel, { kind: "archive", archived, ...chat });
}
