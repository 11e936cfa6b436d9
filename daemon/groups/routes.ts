import { Elysia } from "elysia";
import type { ChannelRow } from "../../db/channels/channels.ts";
import { keepGroupPeople } from "../../db/costs/group-people.ts";
import { providerOf } from "../channels/platform.ts";
import { isCharged } from "../costs/rates/price.ts";
import type { Caller } from "../http/caller.ts";
import type { Http } from "../http/server.ts";
import { askAboutGroups, type GroupAsking } from "./ask.ts";
import { findGroupChannel } from "./channel.ts";
import { DOCUMENTED } from "./documentation.ts";
import { addressesOf, inviteCodeOf } from "./given.ts";
import { joinRequestRoutes } from "./join-request-routes.ts";
import { recording } from "./recording.ts";
import { Channel, CreateBody, Group, JoinBody, ParticipantsBody, UpdateBody } from "./schemas.ts";
import { showGroup, showInList, showInvite, showOutcomes } from "./shown.ts";

/** `/v1/channels/{id}/groups`: the groups that a number is in. */
export function groupRoutes(http: Http, dependencies: GroupAsking) {
  const { sql, providers } = dependencies;
  const mustFind = (caller: Caller, named: { id: string; group_id?: string }) =>
    findGroupChannel(dependencies, caller, named);
  const peopleOf = (channel: ChannelRow, participants: readonly string[]) =>
    addressesOf(providerOf(providers, channel).groups?.namesPeopleBy ?? "address", participants);

  return new Elysia({ prefix: "/v1/channels" })
    .use(http)
    .get(
      "/:id/groups",
      async ({ caller, params }) => {
        const channel = await mustFind(caller, params);
        const groups = await askAboutGroups<"list">(dependencies, channel, { kind: "list" });
        return { data: groups.map(showInList) };
      },
      { permission: "channels:read", params: Channel, detail: DOCUMENTED.list },
    )
    .get(
      "/:id/groups/:group_id",
      async ({ caller, params }) => {
        const channel = await mustFind(caller, params);
        const group = await askAboutGroups<"get">(dependencies, channel, {
          kind: "get",
          group: params.group_id,
        });
        // what its messages cost goes by who is in it
        if (isCharged(channel)) await keepGroupPeople(sql, channel, group.id, group.participants);
        return await showGroup(sql, caller.organizationId, group);
      },
      { permission: "channels:read", params: Group, detail: DOCUMENTED.get },
    )
    .post(
      "/:id/groups",
      async ({ caller, params, body, onceElsewhere }) => {
        const channel = await mustFind(caller, params);
        const { subject, description, participants: given = [], join_approval: joinApproval = null } = body;
        const participants = peopleOf(channel, given);
        return await onceElsewhere(async () => {
          const { group, outcomes } = await askAboutGroups<"create">(
            dependencies,
            channel,
            { kind: "create", subject, description: description || null, participants, joinApproval },
            recording(caller, channel, "group.created", { subject }),
          );
          const shown = await showGroup(sql, caller.organizationId, group);
          return {
            status: 201,
            body: { ...shown, outcomes: showOutcomes(given, outcomes) },
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
        const { subject = null, description = null, announce = null, locked = null } = body;
        const group = await askAboutGroups<"update">(
          dependencies,
          channel,
          { kind: "update", group: params.group_id, subject, description, announce, locked },
          recording(caller, channel, "group.updated", { group: params.group_id, ...body }),
        );
        return await showGroup(sql, caller.organizationId, group);
      },
      {
        permission: "channels:manage",
        elsewhere: true,
        params: Group,
        body: UpdateBody,
        detail: DOCUMENTED.update,
      },
    )
    .post(
      "/:id/groups/:group_id/participants",
      async ({ caller, params, body, onceElsewhere }) => {
        const channel = await mustFind(caller, params);
        const participants = peopleOf(channel, body.participants);
        const { action } = body;
        return await onceElsewhere(async () => {
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
    )
    .delete(
      "/:id/groups/:group_id",
      async ({ caller, params }) => {
        const channel = await mustFind(caller, params);
        const group = params.group_id;
        const record = recording(caller, channel, "group.deleted", { group });
        await askAboutGroups<"delete">(dependencies, channel, { kind: "delete", group }, record);
        return { id: group, deleted: true as const };
      },
      { permission: "channels:manage", elsewhere: true, params: Group, detail: DOCUMENTED.delete },
    )
    .use(joinRequestRoutes(http, dependencies));
}
