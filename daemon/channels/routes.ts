import { Elysia } from "elysia";
import { type ChannelRow, findChannel, listChannels } from "../../db/channels/channels.ts";
import { unpauseLane, wakeLane } from "../../db/lanes/lanes.ts";
import { refuseRestrictedKey } from "../auth/restricted.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { found } from "../http/found.ts";
import { documented } from "../http/openapi/documentation.ts";
import { type Cursors, PagingQuery, page } from "../http/paging.ts";
import type { Reading } from "../http/reading.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import { createChannelBody, UpdateChannelBody } from "./bodies.ts";
import { channelSchema, channelView } from "./channel.ts";
import { checkChannel } from "./check.ts";
import { createChannel } from "./create.ts";
import { platformName, providerOf } from "./platform.ts";
import type { CheckDependencies } from "./probe.ts";
import { changeChannel, removeChannel, requireSameNumber, type WriteDependencies } from "./write.ts";

export type ChannelDependencies = CheckDependencies &
  WriteDependencies & { reading: Reading; cursors: Cursors };

const Id = Type.Object({ id: Type.String({ maxLength: 64 }) });
/** `/v1/channels`: the numbers an organisation sends from. */
export function channelRoutes(http: Http, dependencies: ChannelDependencies) {
  const { sql, reading, cursors, providers } = dependencies;
  const ChannelSchema = channelSchema(providers);
  const showChannel = channelView(providers);

  async function mustFind(caller: Caller, id: string): Promise<ChannelRow> {
    return found(
      mayUseChannel(caller, id) ? await findChannel(sql, caller.organizationId, id) : null,
      "channel",
    );
  }

  return new Elysia({ prefix: "/v1/channels" })
    .use(http)
    .get(
      "",
      async ({ caller, query }) =>
        await page({ reading: reading.of(caller), cursors }, query, {
          read: (sql, before, most) =>
            listChannels(sql, caller.organizationId, caller.channelIds, before, most, query.platform),
          show: showChannel,
          position: (row) => row.id,
        }),
      {
        permission: "channels:read",
        query: Type.Object({ ...PagingQuery, platform: Type.Optional(platformName(providers)) }),
        detail: documented({ operation: "listChannels", summary: "List channels", lists: ChannelSchema }),
      },
    )
    .post(
      "",
      async ({ caller, body, onceElsewhere }) => {
        refuseRestrictedKey(caller);
        const make = async () => {
          const made = await createChannel(dependencies, caller, body);
          return { status: 201, body: showChannel(made) };
        };
        return await onceElsewhere(make);
      },
      {
        permission: "channels:manage",
        idempotent: "sealed",
        body: createChannelBody(providers),
        detail: documented({
          operation: "createChannel",
          summary: "Create a channel",
          errors: [409],
          description:
            "An official number is checked with Meta at once; `status` and `status_reason` say how it stands. It receives messages once its token is proven to have access to the number; without that, the channel is created but receives nothing. A `whatsapp_unofficial` channel needs only a name: pair it with `connect`.",
          creates: ChannelSchema,
        }),
      },
    )
    .get("/:id", async ({ caller, params }) => showChannel(await mustFind(caller, params.id)), {
      permission: "channels:read",
      params: Id,
      detail: documented({ operation: "getChannel", summary: "Get a channel", shows: ChannelSchema }),
    })
    .patch(
      "/:id",
      async ({ caller, params, body }) => {
        const channel = await mustFind(caller, params.id);
        requireSameNumber(channel, body);
        // a new token would be checked at once, and wait for the wrong WhatsApp
        if (body.access_token !== undefined) providerOf(providers, channel);
        const changed = await changeChannel(dependencies, caller, channel, body);
        const row =
          body.access_token === undefined ? changed : await checkChannel(dependencies, caller, changed);
        const lane = { organizationId: caller.organizationId, kind: "channel", laneId: row.id };
        // a new token resolves what paused the lane; a new name does not
        if (body.access_token !== undefined) await unpauseLane(sql, lane);
        await wakeLane(sql, lane);
        return showChannel(row);
      },
      {
        permission: "channels:manage",
        elsewhere: true,
        params: Id,
        body: UpdateChannelBody,
        detail: documented({
          operation: "updateChannel",
          summary: "Update a channel",
          description:
            "A new access token is checked at once, and messages that waited for it are sent. `settings.paused` pauses and resumes sending.",
          shows: ChannelSchema,
        }),
      },
    )
    .delete(
      "/:id",
      async ({ caller, params, set }) => {
        await removeChannel(dependencies, caller, await mustFind(caller, params.id));
        set.status = 204;
      },
      {
        permission: "channels:manage",
        elsewhere: true,
        params: Id,
        detail: documented({
          operation: "deleteChannel",
          summary: "Delete a channel",
          description:
            "Sending stops at once. The channel's messages stay readable; those that still wait are cancelled, in the background if there are many. A paired number is logged out on its phone.",
          responses: { 204: { description: "Deleted" } },
        }),
      },
    );
}
