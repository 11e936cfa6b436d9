import { Elysia } from "elysia";
import { findChannel } from "../../../db/channels/channels.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { audit } from "../../auth/audit.ts";
import { type Caller, mayUseChannel } from "../../http/caller.ts";
import { found } from "../../http/found.ts";
import { documented } from "../../http/openapi/documentation.ts";
import { problem } from "../../http/problem.ts";
import type { Http } from "../../http/server.ts";
import { Nullable, Type } from "../../lib/typebox.ts";
import type { NumberAccess, Usernames } from "../../providers/management.ts";
import type { Providers } from "../../providers/provider.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { numberOf } from "../account.ts";
import { providerOf } from "../platform.ts";
import { done } from "../provider-problem.ts";
import { refusedUsername, usernameProblem } from "./rules.ts";

const Params = Type.Object({ id: Type.String({ maxLength: 64 }) });
const STATE =
  "`reserved`: kept for the number, and not shown yet; `approved`: people see it and find the number by it";

const UsernameSchema = Type.Object(
  {
    username: Nullable(Type.String({ description: "Null when the number has none" })),
    state: Nullable(Type.String({ description: STATE })),
  },
  { examples: [{ username: "blue.door.cafe", state: "approved" }] },
);

const UsernameBody = Type.Object(
  {
    username: Type.String({
      maxLength: 80,
      description: "3 to 35 small letters, digits, periods and underscores, with or without an @ in front",
    }),
    transfer_action: Type.Optional(
      Type.Union([Type.Literal("none"), Type.Literal("force_transfer")], {
        description:
          "What to do if another number of your business portfolio has the name: refuse (`none`, as without), or take it away from there",
      }),
    ),
  },
  { examples: [{ username: "blue.door.cafe" }] },
);

const SuggestionsSchema = Type.Object(
  { data: Type.Array(Type.Object({ username: Type.String() })) },
  { examples: [{ data: [{ username: "blue.door.cafe" }, { username: "bluedoorcafe" }] }] },
);

type Dependencies = { sql: Sql; providers: Providers; secrets: Secrets };

/** `/v1/channels/{id}/username`: the name by which people find an official number. It is asked for at WhatsApp each time. */
export function usernameRoutes(http: Http, { sql, providers, secrets }: Dependencies) {
  async function mustFind(
    caller: Caller,
    id: string,
  ): Promise<{ usernames: Usernames; number: NumberAccess }> {
    const isTheirs = mayUseChannel(caller, id);
    const channel = found(isTheirs ? await findChannel(sql, caller.organizationId, id) : null, "channel");
    const { usernames } = providerOf(providers, channel);
    if (usernames === undefined)
      throw problem(422, "unsupported_on_platform", `${channel.platform} channels have no user names`);
    return { usernames, number: numberOf(providers, channel, secrets) };
  }

  async function note(caller: Caller, id: string, username: string | null): Promise<void> {
    const target = { type: "channel", id };
    await audit(sql, caller, { action: "channel.username_changed", target, changes: { username } });
  }

  return new Elysia({ prefix: "/v1/channels" })
    .use(http)
    .get(
      "/:id/username",
      async ({ caller, params }) => {
        const { usernames, number } = await mustFind(caller, params.id);
        return done(await usernames.find(number));
      },
      {
        permission: "channels:read",
        params: Params,
        detail: documented({
          operation: "getChannelUsername",
          errors: [422],
          summary: "Get a number's user name",
          description: "Asks WhatsApp for the user name of an official number.",
          responses: { 200: { description: "The name", schema: UsernameSchema } },
        }),
      },
    )
    .put(
      "/:id/username",
      async ({ caller, params, body }) => {
        const username = body.username.trim().replace(/^@/, "").toLowerCase();
        const wrong = usernameProblem(username);
        if (wrong !== null) throw refusedUsername(wrong);
        const { usernames, number } = await mustFind(caller, params.id);
        const transfers = body.transfer_action === "force_transfer";
        const state = done(await usernames.claim(number, username, transfers));
        await note(caller, params.id, username);
        return { username, state };
      },
      {
        permission: "channels:manage",
        elsewhere: true,
        params: Params,
        body: UsernameBody,
        detail: documented({
          operation: "setChannelUsername",
          summary: "Set a number's user name",
          description:
            "Claims a user name for an official number, or changes it; WhatsApp may only reserve it at first. `channel.username_changed` follows when it is approved.",
          errors: [409, 422],
          responses: { 200: { description: "The name", schema: UsernameSchema } },
        }),
      },
    )
    .delete(
      "/:id/username",
      async ({ caller, params, set }) => {
        const { usernames, number } = await mustFind(caller, params.id);
        done(await usernames.release(number));
        await note(caller, params.id, null);
        set.status = 204;
      },
      {
        permission: "channels:manage",
        elsewhere: true,
        params: Params,
        detail: documented({
          operation: "deleteChannelUsername",
          errors: [422],
          summary: "Delete a number's user name",
          description: "Gives an official number's user name back; somebody else may claim it then.",
          responses: { 204: { description: "The number has no user name" } },
        }),
      },
    )
    .get(
      "/:id/username/suggestions",
      async ({ caller, params }) => {
        const { usernames, number } = await mustFind(caller, params.id);
        const names = done(await usernames.suggest(number));
        return { data: names.map((username) => ({ username })) };
      },
      {
        permission: "channels:read",
        params: Params,
        detail: documented({
          operation: "listChannelUsernameSuggestions",
          errors: [422],
          summary: "List user names for a number",
          description: "User names that WhatsApp keeps for this number, and that can be claimed.",
          responses: { 200: { description: "The names", schema: SuggestionsSchema } },
        }),
      },
    );
}
