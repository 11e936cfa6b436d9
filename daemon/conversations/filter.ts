import { t } from "elysia";
import type { Queryable } from "../../db/connection/client.ts";
import { withCurrentNames } from "../../db/contacts/current-names.ts";
import type { ConversationFilter } from "../../db/conversations/filter.ts";
import { clean } from "../contacts/fields.ts";
import { wordsOf } from "../contacts/list.ts";
import type { Caller } from "../http/caller.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { ConversationStatus, HandledBy } from "./record.ts";
import { mustBeUser } from "./refusals.ts";

export const UserId = Type.String({ format: "uuid" });

/** Which conversations are listed, or counted. */
export const FilterQuery = {
  channel_id: Type.Optional(Type.String()),
  contact_id: Type.Optional(Type.String()),
  status: Type.Optional(ConversationStatus),
  assignee_id: Type.Optional(
    Type.Union([UserId, Type.Literal("me"), Type.Literal("none")], {
      description: "A user's id, `me` for the user who is logged in, or `none` for those without an assignee",
    }),
  ),
  team_id: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        "A team's id, `mine` for those of all teams that the user is in, or `none` for those without a team",
    }),
  ),
  tag: Type.Optional(Type.String({ maxLength: 64 })),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        "Words that must all occur in the contact's name, user name, number, email address or external id",
    }),
  ),
  unread: t.Optional(
    t.Boolean({ description: "true: only with messages that the caller has not read; false: only without" }),
  ),
  unanswered: t.Optional(
    t.Boolean({ description: "true: only those whose contact waits for an answer; false: only others" }),
  ),
  handled_by: Type.Optional(HandledBy),
  contacted: t.Optional(
    t.Boolean({
      description:
        "true: only those in which only broadcasts and API keys have written so far; false: only others, as an inbox shows them",
    }),
  ),
  held: t.Optional(t.Boolean({ description: "true: only those that somebody holds; false: only others" })),
  archived: t.Optional(
    t.Boolean({ description: "true: only archived ones; false: only others, as an inbox shows them" }),
  ),
  snoozed: t.Optional(t.Boolean({ description: "true: only snoozed ones; false: only others" })),
  updated_after: Type.Optional(
    Type.String({ format: "date-time", description: "With a message or change after this time" }),
  ),
};
const FilterObject = Type.Object(FilterQuery);

/** The filter of a query, on the channels that the caller may use. Throws 422 for `me` when no user is logged in. */
export async function filterOf(
  sql: Queryable,
  caller: Caller,
  query: Static<typeof FilterObject>,
): Promise<ConversationFilter> {
  return await withCurrentNames(sql, caller.organizationId, {
    channelIds: caller.channelIds,
    channelId: query.channel_id,
    contactId: query.contact_id,
    status: query.status,
    assigneeId: assigneeOf(caller, query.assignee_id),
    ...teamOf(caller, query.team_id),
    tag: query.tag,
    words: query.q === undefined || query.q.trim() === "" ? undefined : wordsOf(clean("/q", query.q)),
    unread: query.unread,
    unanswered: query.unanswered,
    handledBy: query.handled_by,
    contacted: query.contacted,
    held: query.held,
    archived: query.archived,
    snoozed: query.snoozed,
    updatedAfter: query.updated_after === undefined ? undefined : new Date(query.updated_after),
  });
}

/** The teams that the filter means. Throws 422 for `mine` when no user is logged in. */
function teamOf(caller: Caller, given: string | undefined): Pick<ConversationFilter, "teamId" | "ofTeamsOf"> {
  if (given === "mine") return { ofTeamsOf: mustBeUser(caller, "/team_id") };
  return given === undefined ? {} : { teamId: given === "none" ? null : given };
}

/** The user that the filter means; null is nobody. Throws 422 for `me` when no user is logged in. */
function assigneeOf(caller: Caller, given: string | undefined): string | null | undefined {
  if (given === "none") return null;
  return given === "me" ? mustBeUser(caller) : given;
}
