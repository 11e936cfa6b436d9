import { Elysia } from "elysia";
import { type ChannelRow, findChannel } from "../../../db/channels/channels.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { found } from "../../http/found.ts";
import { documented } from "../../http/openapi/documentation.ts";
import { problem } from "../../http/problem.ts";
import type { Http } from "../../http/server.ts";
import { Nullable, type Static, Type } from "../../lib/typebox.ts";
import type { Providers } from "../../providers/provider.ts";
import { providerOf } from "../platform.ts";
import { type Asking, askSession, lateProblem, requireConnected } from "./ask.ts";
import { addressOf } from "./people.ts";
import { notConnected, timedOut } from "./wording.ts";

const Params = Type.Object({
  id: Type.String({ maxLength: 64 }),
  person: Type.String({
    maxLength: 64,
    description: "A phone number, with or without +, or an id such as `187240155021834@lid`",
  }),
});

const PresenceSchema = Type.Object(
  {
    person: Type.String({ description: "As it was given" }),
    presence: Nullable(
      Type.Union(
        (["available", "unavailable", "composing", "recording"] as const).map((one) => Type.Literal(one)),
        { description: "Null if they show nothing to the number" },
      ),
    ),
    last_seen_at: Nullable(
      Type.String({ format: "date-time", description: "Null while they are there, and if they hide it" }),
    ),
  },
  {
    title: "PersonPresence",
    examples: [{ person: "+14155550123", presence: "unavailable", last_seen_at: "2026-06-01T12:00:00.000Z" }],
  },
);

/** `/v1/channels/{id}/presence/{person}`: whether somebody is on WhatsApp at this moment. */
export function presenceRoutes(http: Http, dependencies: Asking & { providers: Providers }) {
  return new Elysia({ prefix: "/v1/channels" }).use(http).get(
    "/:id/presence/:person",
    async ({ caller, params: { id, person } }): Promise<Static<typeof PresenceSchema>> => {
      const address = addressOf(person);
      if (address === null)
        throw problem(
          422,
          "invalid_request",
          `${person} is neither a number nor an id such as 187240155021834@lid`,
        );
      const channel = await mustFind(dependencies, caller, id);
      requireConnected(channel);
      const answer = await askSession<"presence">(dependencies, channel, {
        kind: "presence",
        person: address,
      });
      if ("refusal" in answer) throw lateProblem(true);
      return { person, ...answer.result };
    },
    {
      permission: "contacts:read",
      params: Params,
      detail: documented({
        operation: "getPresence",
        summary: "Ask whether somebody is there",
        description:
          "Whether a person is on WhatsApp at this moment, writing, or when they were last there, as far as they show it to the number. The number itself is shown as there meanwhile. Paired numbers only.",
        wording: {
          409: notConnected(),
          422: {
            description: "Not a person, or an official number, whose platform shows nothing of people",
            code: "unsupported_on_platform",
            detail: "whatsapp_official channels see nobody's presence",
          },
          503: timedOut(),
        },
        responses: { 200: { description: "The person's presence", schema: PresenceSchema } },
      }),
    },
  );
}

async function mustFind(
  { sql, providers }: Asking & { providers: Providers },
  caller: Caller,
  id: string,
): Promise<ChannelRow> {
  const isTheirs = mayUseChannel(caller, id);
  const channel = found(isTheirs ? await findChannel(sql, caller.organizationId, id) : null, "channel");
  if (providerOf(providers, channel).connects === "pairing") return channel;
  throw problem(422, "unsupported_on_platform", `${channel.platform} channels see nobody's presence`);
}
