import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  type ChannelRow,
  deleteChannel,
  findChannel,
  insertChannel,
  listChannels,
  updateChannel,
} from "../../db/channels.ts";
import type { Sql } from "../../db/client.ts";
import { pauseLane, wakeLane } from "../../db/lanes.ts";
import { type Caller, mayUseChannel } from "../auth/authenticate.ts";
import { documented } from "../http/documentation.ts";
import { type Cursors, listOf, PagingQuery, page } from "../http/paging.ts";
import { problem } from "../http/problem.ts";
import type { Http } from "../http/server.ts";
import { newId } from "../ids.ts";
import type { Providers } from "../providers/provider.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { ChannelSchema, ChannelSettingsSchema, showChannel, tokenContext } from "./channel.ts";
import { checkChannel } from "./check.ts";
import { wantDisconnection } from "./session.ts";

export type ChannelDependencies = { sql: Sql; cursors: Cursors; secrets: Secrets; providers: Providers };

const tags = ["Channels"];
const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
const Name = Type.String({ minLength: 1, maxLength: 128 });
const Token = Type.String({ minLength: 1, maxLength: 4096, description: "Stored encrypted, never shown" });

const CreateBody = Type.Object(
  {
    platform: Type.Union([Type.Literal("whatsapp_official"), Type.Literal("whatsapp_unofficial")]),
    name: Name,
    phone_number_id: Type.Optional(
      Type.String({ pattern: "^[0-9]{1,32}$", description: "Meta's id of the number" }),
    ),
    waba_id: Type.Optional(
      Type.String({ pattern: "^[0-9]{1,32}$", description: "WhatsApp Business Account id" }),
    ),
    access_token: Type.Optional(Token),
    settings: Type.Optional(ChannelSettingsSchema),
  },
  {
    examples: [
      {
        platform: "whatsapp_official",
        name: "Support",
        phone_number_id: "106540352242922",
        waba_id: "102290129340398",
        access_token: "EAAG…",
      },
    ],
  },
);

const UpdateBody = Type.Object(
  {
    name: Type.Optional(Name),
    access_token: Type.Optional(Token),
    settings: Type.Optional(ChannelSettingsSchema),
  },
  { minProperties: 1, examples: [{ settings: { rate: { per_second: 80 } } }] },
);

/** `/v1/channels`: the numbers an organisation sends from. */
export function channelRoutes(http: Http, { sql, cursors, secrets, providers }: ChannelDependencies) {
  const checked = (channel: ChannelRow) => checkChannel({ sql, secrets, providers }, channel);

  async function mustFind(caller: Caller, id: string): Promise<ChannelRow> {
    const channel = mayUseChannel(caller, id) ? await findChannel(sql, caller.organizationId, id) : null;
    if (channel === null) throw problem(404, "not_found", "channel not found");
    return channel;
  }

  return new Elysia({ prefix: "/v1/channels" })
    .use(http)
    .get(
      "",
      async ({ caller, query: { limit = 25, cursor } }) => {
        const rows = await listChannels(
          sql,
          caller.organizationId,
          caller.channelIds,
          cursors.open(cursor),
          limit + 1,
        );
        return page(rows, limit, showChannel, (row) => row.id, cursors);
      },
      {
        permission: "channels:read",
        query: Type.Object(PagingQuery),
        detail: documented({
          tags,
          operation: "listChannels",
          summary: "List channels",
          answers: { 200: { description: "Newest first", schema: listOf(ChannelSchema) } },
        }),
      },
    )
    .post(
      "",
      async ({ caller, body, set }) => {
        set.status = 201;
        if (body.platform === "whatsapp_unofficial")
          return showChannel(await insertUnpaired(sql, caller, body));
        const { phone_number_id, access_token } = requireOfficial(body);
        const id = newId("ch");
        const row = await insertChannel(sql, {
          organization_id: caller.organizationId,
          id,
          platform: body.platform,
          status: "connecting",
          name: body.name,
          phone_number_id,
          waba_id: body.waba_id ?? null,
          access_token: secrets.encrypt(access_token, tokenContext(id)),
          settings: body.settings ?? {},
        }).catch(refuseTakenNumber);
        return showChannel(await checked(row));
      },
      {
        permission: "channels:manage",
        body: CreateBody,
        detail: documented({
          tags,
          operation: "createChannel",
          summary: "Create a channel",
          errors: [409],
          description:
            "An official number is looked up at once; `status` and `status_reason` say what Meta answered. A `whatsapp_unofficial` channel needs a name only: it is paired with `connect`.",
          answers: { 201: { description: "Created", schema: ChannelSchema } },
        }),
      },
    )
    .get("/:id", async ({ caller, params }) => showChannel(await mustFind(caller, params.id)), {
      permission: "channels:read",
      params: Id,
      detail: documented({
        tags,
        operation: "getChannel",
        summary: "Get a channel",
        errors: [404],
        answers: { 200: { description: "The channel", schema: ChannelSchema } },
      }),
    })
    .patch(
      "/:id",
      async ({ caller, params, body }) => {
        const channel = await mustFind(caller, params.id);
        const changed = await updateChannel(sql, caller.organizationId, channel.id, {
          ...(body.name === undefined ? {} : { name: body.name }),
          ...(body.settings === undefined ? {} : { settings: { ...channel.settings, ...body.settings } }),
          ...(body.access_token === undefined
            ? {}
            : {
                access_token: secrets.encrypt(body.access_token, tokenContext(channel.id)),
                token_expires_at: null,
              }),
        });
        if (changed === null) throw problem(404, "not_found", "channel not found");
        const row = body.access_token === undefined ? changed : await checked(changed);
        const lane = { organizationId: caller.organizationId, kind: "channel", laneId: channel.id };
        await pauseLane(sql, lane, null);
        await wakeLane(sql, lane);
        return showChannel(row);
      },
      {
        permission: "channels:manage",
        params: Id,
        body: UpdateBody,
        detail: documented({
          tags,
          operation: "updateChannel",
          summary: "Update a channel",
          errors: [404],
          description: "A new access token is checked at once, and what waited for it is sent.",
          answers: { 200: { description: "The channel", schema: ChannelSchema } },
        }),
      },
    )
    .delete(
      "/:id",
      async ({ caller, params, set }) => {
        const channel = await mustFind(caller, params.id);
        if (channel.platform === "whatsapp_unofficial") await wantDisconnection({ sql }, channel, "delete");
        await deleteChannel(sql, caller.organizationId, channel.id);
        set.status = 204;
      },
      {
        permission: "channels:manage",
        params: Id,
        detail: documented({
          tags,
          operation: "deleteChannel",
          summary: "Delete a channel",
          errors: [404],
          description:
            "Its messages stay readable; those that still wait are cancelled. A paired number is logged out on its phone.",
          answers: { 204: { description: "Deleted" } },
        }),
      },
    );
}

/** A channel of a number that is still to be paired. */
async function insertUnpaired(sql: Sql, caller: Caller, { name, settings = {} }: Static<typeof CreateBody>) {
  return await insertChannel(sql, {
    organization_id: caller.organizationId,
    id: newId("ch"),
    platform: "whatsapp_unofficial",
    status: "disconnected",
    status_reason: "not paired yet; connect it",
    name,
    settings,
  });
}

function requireOfficial(body: { phone_number_id?: string; access_token?: string }) {
  const { phone_number_id, access_token } = body;
  if (phone_number_id === undefined || access_token === undefined) {
    const path = phone_number_id === undefined ? "/phone_number_id" : "/access_token";
    throw problem(422, "invalid_request", `${path}: required for whatsapp_official`, {
      errors: [{ path, message: "required for whatsapp_official" }],
    });
  }
  return { phone_number_id, access_token };
}

/** One number has one channel in the whole installation: Meta's webhooks name only the number. */
function refuseTakenNumber(cause: unknown): never {
  if (cause instanceof Error && "code" in cause && cause.code === "23505") {
    throw problem(409, "conflict", "this phone number already has a channel; delete that one first", {
      errors: [{ path: "/phone_number_id", message: "already has a channel" }],
    });
  }
  throw cause;
}
