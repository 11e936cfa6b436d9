import { Elysia } from "elysia";
import { type ChannelRow, findChannel } from "../../db/channels/channels.ts";
import type { ConversationRow } from "../../db/conversations/conversations.ts";
import { type Addressee, findAddressee, noteBlocked } from "../../db/conversations/handover.ts";
import { numberOf } from "../channels/account.ts";
import { type Asking, askSession, lateProblem, requireConnected } from "../channels/asking/ask.ts";
import { notConnected, timedOut } from "../channels/asking/wording.ts";
import { providerOf } from "../channels/platform.ts";
import { done } from "../channels/provider-problem.ts";
import type { Caller } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { mustFindConversation } from "./find.ts";
import type { HandoverDependencies } from "./handover-route.ts";
import { ConversationSchema, type ShowDependencies, showConversation } from "./record.ts";

export type BlockDependencies = HandoverDependencies & Asking & ShowDependencies;

const WORDING = {
  409: notConnected(),
  422: {
    description: "A group, or WhatsApp refused",
    code: "block_refused",
    detail:
      "Meta did not block them: only people who wrote to the number in the last 24 hours can be blocked, and no businesses",
  },
  503: timedOut(
    "The database is unavailable, or WhatsApp did not respond (`whatsapp_timed_out`, `provider_unavailable`); see Retry-After",
  ),
};

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** `POST /v1/conversations/{id}/block` and `/unblock`: whether its person can write to its number. */
export function blockRoutes(http: Http, dependencies: BlockDependencies) {
  return new Elysia()
    .use(http)
    .post(
      "/:id/block",
      async ({ caller, params: { id }, onceElsewhere }) =>
        await onceElsewhere(() => change(dependencies, caller, id, true)),
      {
        permission: "messages:send",
        idempotent: true,
        params: Id,
        detail: documented({
          operation: "blockConversation",
          summary: "Block the person of a conversation",
          description:
            "Has WhatsApp block them on the conversation's number: they can't write to it, nor it to them. On an official number only people who wrote in the last 24 hours can be blocked, and 64,000 in all (`blocklist_full`). Sends `conversation.updated`.",
          wording: WORDING,
          shows: ConversationSchema,
        }),
      },
    )
    .post(
      "/:id/unblock",
      async ({ caller, params: { id }, onceElsewhere }) =>
        await onceElsewhere(() => change(dependencies, caller, id, false)),
      {
        permission: "messages:send",
        idempotent: true,
        params: Id,
        detail: documented({
          operation: "unblockConversation",
          summary: "Unblock the person of a conversation",
          description:
            "Also lifts a block that was made elsewhere, such as on the phone. Sends `conversation.updated`.",
          wording: WORDING,
          shows: ConversationSchema,
        }),
      },
    );
}

async function change(dependencies: BlockDependencies, caller: Caller, id: string, blocked: boolean) {
  const { sql } = dependencies;
  const row = await mustFindConversation(sql, caller, id);
  await tellWhatsApp(dependencies, row, blocked);
  await noteBlocked(sql, row.organization_id, row.id, blocked);
  const changed = await mustFindConversation(sql, caller, row.id);
  return { status: 200, body: await showConversation(dependencies, changed) };
}

/** Throws what WhatsApp refuses, and 422 where there is no person. */
async function tellWhatsApp(
  dependencies: BlockDependencies,
  row: ConversationRow,
  blocked: boolean,
): Promise<void> {
  const { sql, secrets, providers } = dependencies;
  const channel = found(await findChannel(sql, row.organization_id, row.channel_id), "channel");
  const person = row.group_id === null ? await findAddressee(sql, row.organization_id, row.id) : null;
  if (person === null)
    throw problem(
      422,
      "unsupported_on_platform",
      "only people can be blocked; this is a group, or they are gone",
    );
  const { setBlocked } = providerOf(providers, channel);
  if (setBlocked === undefined) return await tellSession(dependencies, channel, person, blocked);
  const { phone, user_id: userId } = person;
  done(await setBlocked(numberOf(providers, channel, secrets), { phone, userId }, blocked));
}

async function tellSession(
  asking: Asking,
  channel: ChannelRow,
  { phone, user_id }: Addressee,
  blocked: boolean,
): Promise<void> {
  requireConnected(channel);
  const person = phone === null ? (user_id ?? "") : `${phone}@s.whatsapp.net`;
  const answer = await askSession<"block">(asking, channel, { kind: "block", person, blocked });
  if (!("refusal" in answer)) return;
  if (answer.refusal.reason === "no_response") throw lateProblem(true);
  throw problem(422, "provider_rejected", `WhatsApp refused: ${answer.refusal.text}`);
}
