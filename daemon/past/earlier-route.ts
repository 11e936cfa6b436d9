import { Elysia } from "elysia";
import { findChannel } from "../../db/channels/channels.ts";
import { messageAt } from "../../db/past/asked-before.ts";
import { type Asking, askSession, lateProblem, requireConnected } from "../channels/asking/ask.ts";
import { notConnected, timedOut } from "../channels/asking/wording.ts";
import { providerOf } from "../channels/platform.ts";
import { mustFindConversation } from "../conversations/find.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { type Static, Type } from "../lib/typebox.ts";
import type { Providers } from "../providers/provider.ts";
import { earlierThan } from "./earlier-than.ts";

const EarlierSchema = Type.Object(
  {
    before: Type.String({
      format: "date-time",
      description:
        "When the first message was written that is there now: the phone was asked for those before it",
    }),
  },
  { title: "EarlierMessages", examples: [{ before: "2026-06-01T12:00:00.000Z" }] },
);

/** `POST /v1/conversations/{id}/earlier`: has a paired number's phone asked for what was written before. */
export function earlierRoute(http: Http, dependencies: Asking & { providers: Providers }) {
  const { sql, providers } = dependencies;
  return new Elysia({ prefix: "/v1/conversations" }).use(http).post(
    "/:id/earlier",
    async ({ caller, params, set }): Promise<Static<typeof EarlierSchema>> => {
      const row = await mustFindConversation(sql, caller, params.id);
      const channel = found(await findChannel(sql, row.organization_id, row.channel_id), "channel");
      if (providerOf(providers, channel).connects !== "pairing") throw notPaired(channel.platform);
      requireConnected(channel);
      const oldest = await messageAt(sql, row.organization_id, row.id, "first");
      if (oldest === null) throw nothingToGoBackFrom();
      const answer = await askSession<"earlier">(dependencies, channel, earlierThan(oldest));
      if ("refusal" in answer) throw lateProblem(true);
      set.status = 202;
      return { before: oldest.at.toISOString() };
    },
    {
      permission: "messages:read",
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      detail: documented({
        operation: "fetchEarlierMessages",
        summary: "Ask the phone for earlier messages",
        description:
          "Has the phone of a paired number asked for up to 50 messages before the first one of the conversation. Those that it gives, if it is on and has them, are in the conversation some seconds later, marked `imported_from: phone`: without events, and read. What is older than the retention is left out.",
        keepsNothing: true,
        wording: {
          409: notConnected(
            "The number is not connected, or the conversation has no message (`nothing_earlier`)",
          ),
          422: {
            description: "An official number: Meta gives no earlier messages",
            code: "unsupported_on_platform",
            detail: "whatsapp_official channels have no phone to ask",
          },
          503: timedOut(
            "The database is unavailable, or the session did not take it up (`whatsapp_timed_out`); see Retry-After",
          ),
        },
        responses: { 202: { description: "The phone was asked", schema: EarlierSchema } },
      }),
    },
  );
}

function notPaired(platform: string) {
  return problem(422, "unsupported_on_platform", `${platform} channels have no phone to ask`);
}

function nothingToGoBackFrom() {
  return problem(409, "nothing_earlier", "the conversation has no message to go back from");
}
