import { Elysia } from "elysia";
import { type Asking, requireConnected } from "../channels/asking/ask.ts";
import type { Caller } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import type { Http } from "../http/server.ts";
import { Type } from "../lib/typebox.ts";
import type { Providers } from "../providers/provider.ts";
import { askAboutGroups } from "./ask.ts";
import { findGroupChannel } from "./channel.ts";
import { DOCUMENTED } from "./documentation.ts";
import { addressesOf, inviteCodeOf, isGroupId } from "./given.ts";
import { recording } from "./recording.ts";
import { CreateBody, JoinBody, ParticipantsBody, UpdateBody } from "./schemas.ts";
import { showGroup, showInList, showInvite, showOutcomes } from "./shown.ts";

const Channel = Type.Object({ id: Type.String({ maxLength: 64 }) });
const Group = Type.Object({
  id: Type.String({ maxLength: 64 }),
  group_id: Type.String({ maxLength: 64, description: "`<digits>@g.us`" }),
});

type Dependencies = Asking & { providers: Providers };

/** `/v1/channels/{id}/groups`: the groups that a paired number is in. */
export function groupRoutes(http: Http, dependencies: Dependencies) {
  const { sql } = dependencies;

  /** The channel, if it may have groups and this may be one. */
  async function mustFind(caller: Caller, { id, group_id }: { id: string; group_id?: string }) {
    const channel = await findGroupChannel(dependencies, caller, id);
    if (group_id !== undefined && !isGroupId(group_id)) throw notFound("group");
    return channel;
  }

  return new Elysia({ prefix: "/v1/channels" })
    .use(http)
    .get(
      "/:id/groups",
      async ({ caller, params }) => {
        const channel = await mustFind(caller, params);
        requireConnected(channel);
        const groups = await askAboutGroups<"list">(dependencies, channel, { kind: "list" });
        return { data: groups.map(showInList) };
      },
      { permission: "channels:read", params: Channel, detail: DOCUMENTED.list },
    )
    .get(
      "/:id/groups/:group_id",
      async ({ caller, params }) => {
        const channel = await mustFind(caller, params);
        requireConnected(channel);
        const group = await askAboutGroups<"get">(dependencies, channel, {
          kind: "get",
          group: params.group_id,
        });
        return await showGroup(sql, caller.organizationId, group);
      },
      { permission: "channels:read", params: Group, detail: DOCUMENTED.get },
    )
    .post(
      "/:id/groups",
      async ({ caller, params, body, onceElsewhere }) => {
        const participants = addressesOf(body.participants);
        const channel = await mustFind(caller, params);
        const { subject, description } = body;
        return await onceElsewhere(async () => {
          requireConnected(channel);
          const { group, outcomes } = await askAboutGroups<"create">(
            dependencies,
            channel,
            { kind: "create", subject, description: description || null, participants },
            recording(caller, channel, "group.created", { subject }),
          );
          const shown = await showGroup(sql, caller.organizationId, group);
          return {
            status: 201,
            body: { ...shown, outcomes: showOutcomes(body.participants, outcomes) },
          };
        });
      },
      {
        permission: "channels:manage",
        idempotent: true,
        params: Channel,
        body: CreateBody,
        detail: DOCUMENTED.create,
      },
    )
    .patch(
      "/:id/groups/:group_id",
      async ({ caller, params, body }) => {
        const channel = await mustFind(caller, params);
        requireConnected(channel);
        const { subject = null, description = null, announce = null, locked = null } = body;
        const group = await askAboutGroups<"update">(
          dependencies,
          channel,
          { kind: "update", group: params.group_id, subject, description, announce, locked },
          recording(caller, channel, "group.updated", { group: params.group_id, ...body }),
        );
        return await showGroup(sql, caller.organizationId, group);
      },
      { permission: "channels:manage", params: Group, body: UpdateBody, detail: DOCUMENTED.update },
    )
    .post(
      "/:id/groups/:group_id/participants",
      async ({ caller, params, body, onceElsewhere }) => {
        const participants = addressesOf(body.participants);
        const channel = await mustFind(caller, params);
        const { action } = body;
        return await onceElsewhere(async () => {
          requireConnected(channel);
          const outcomes = await askAboutGroups<"participants">(
            dependencies,
            channel,
            { kind: "participants", group: params.group_id, action, participants },
            recording(caller, channel, "group.participants_changed", {
              ...{ group: params.group_id, action, participants: body.participants },
            }),
          );
          return { status: 200, body: { data: showOutcomes(body.participants, outcomes) } };
        });
      },
      {
        permission: "channels:manage",
        idempotent: true,
        params: Group,
        body: ParticipantsBody,
        detail: DOCUMENTED.participants,
      },
    )
    .get(
      "/:id/groups/:group_id/invite",
      async ({ caller, params }) => {
        const channel = await mustFind(caller, params);
        requireConnected(channel);
        const request = { kind: "invite", group: params.group_id, revoke: false } as const;
        return showInvite(await askAboutGroups<"invite">(dependencies, channel, request));
      },
      { permission: "channels:manage", params: Group, detail: DOCUMENTED.invite },
    )
    .post(
      "/:id/groups/:group_id/invite/revoke",
      async ({ caller, params, onceElsewhere }) => {
        const channel = await mustFind(caller, params);
        return await onceElsewhere(async () => {
          requireConnected(channel);
          const code = await askAboutGroups<"invite">(
            dependencies,
            channel,
            { kind: "invite", group: params.group_id, revoke: true },
            recording(caller, channel, "group.invite_revoked", { group: params.group_id }),
          );
          return { status: 200, body: showInvite(code) };
        });
      },
      { permission: "channels:manage", idempotent: "sealed", params: Group, detail: DOCUMENTED.revoke },
    )
    .post(
      "/:id/groups/join",
      async ({ caller, params, body, onceElsewhere }) => {
        const code = inviteCodeOf(body.invite);
        const channel = await mustFind(caller, params);
        return await onceElsewhere(async () => {
          requireConnected(channel);
          const group = await askAboutGroups<"join">(
            dependencies,
            channel,
            { kind: "join", code },
            recording(caller, channel, "group.joined"),
          );
          return { status: 200, body: await showGroup(sql, caller.organizationId, group) };
        });
      },
      {
        permission: "channels:manage",
        idempotent: true,
        params: Channel,
        body: JoinBody,
        detail: DOCUMENTED.join,
      },
    )
    .post(
      "/:id/groups/:group_id/leave",
      async ({ caller, params, onceElsewhere }) => {
        const channel = await mustFind(caller, params);
        return await onceElsewhere(async () => {
          requireConnected(channel);
          await askAboutGroups<"leave">(
            dependencies,
            channel,
            { kind: "leave", group: params.group_id },
            recording(caller, channel, "group.left", { group: params.group_id }),
          );
          return { status: 200, body: { id: params.group_id, left: true } };
        });
      },
      { permission: "channels:manage", idempotent: true, params: Group, detail: DOCUMENTED.leave },
    );
}
