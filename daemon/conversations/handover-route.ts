import { Elysia } from "elysia";
import { findChannel } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import type { ConversationRow } from "../../db/conversations/conversations.ts";
import { findAddressee, handOver } from "../../db/conversations/handover.ts";
import { numberOf } from "../channels/account.ts";
import { providerOf } from "../channels/platform.ts";
import { done } from "../channels/provider-problem.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { newMessageId } from "../lib/ids.ts";
import { Type } from "../lib/typebox.ts";
import type { Holder } from "../providers/holder.ts";
import type { Providers } from "../providers/provider.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { mustFindConversation } from "./find.ts";
import { ConversationSchema, HandledBy, type ShowDependencies, showConversation } from "./record.ts";

export type HandoverDependencies = { sql: Sql; secrets: Secrets; providers: Providers };

/** `POST /v1/conversations/{id}/handover`. */
export function handoverRoute(http: Http, dependencies: HandoverDependencies & ShowDependencies) {
  const { sql } = dependencies;
  return new Elysia().use(http).post(
    "/:id/handover",
    async ({ caller, params: { id }, body: { to }, onceElsewhere }) =>
      await onceElsewhere(async () => {
        const row = await mustFindConversation(sql, caller, id);
        // what Meta never said may be otherwise there
        if (row.handled_by !== to || row.handled_at === null)
          await handOverTo(dependencies, row, to, caller.actor.id);
        const changed = await mustFindConversation(sql, caller, row.id);
        return { status: 200, body: await showConversation(dependencies, changed) };
      }),
    {
      permission: "messages:send",
      idempotent: true,
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      body: Type.Object({ to: HandledBy }, { examples: [{ to: "business" }] }),
      detail: documented({
        operation: "handOverConversation",
        summary: "Take over a conversation from Meta's agent, or hand it back",
        description:
          "On an official number with Meta Business Agent: from `business` on the agent is silent, and from `agent` on it answers. Sending anything but a template takes a conversation over, too. Meta lets only the app that the business chose as its escalation partner take one (`takeover_not_allowed` otherwise). Sends `conversation.handover`.",
        shows: ConversationSchema,
      }),
    },
  );
}

/** Has Meta give a conversation to its agent or to us, and notes who asked for that. Throws what Meta refuses. */
export async function handOverTo(
  dependencies: HandoverDependencies,
  row: ConversationRow,
  to: Holder,
  by: string,
): Promise<void> {
  await tellMeta(dependencies, row, to);
  const content = JSON.stringify({ event: "handed_over", to, cause: "asked" });
  const change = { id: newMessageId(), holder: to, by, content };
  await handOver(dependencies.sql, row.organization_id, row.id, change);
}

/** Has Meta change who holds it. Throws what Meta refuses, and 422 where there is no agent. */
async function tellMeta(
  { sql, secrets, providers }: HandoverDependencies,
  row: ConversationRow,
  to: Holder,
): Promise<void> {
  const channel = found(await findChannel(sql, row.organization_id, row.channel_id), "channel");
  const { controlThread } = providerOf(providers, channel);
  const person = row.group_id === null ? await findAddressee(sql, row.organization_id, row.id) : null;
  if (controlThread === undefined || person === null) throw noAgent();
  const { phone, user_id: userId } = person;
  done(await controlThread(numberOf(providers, channel, secrets), { phone, userId }, to));
}

function noAgent() {
  return problem(
    422,
    "unsupported_on_platform",
    "Meta's agent answers only people, and only on official numbers",
  );
}
