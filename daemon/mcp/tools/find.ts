import { Type } from "../../lib/typebox.ts";
import { Anything, LISTED, oneOf, READS, tool } from "../tool.ts";
import { nextOf } from "./next.ts";

/** The lists that can be looked through. */
const LISTS = {
  channels: "/v1/channels",
  contacts: "/v1/contacts",
  conversations: "/v1/conversations",
  messages: "/v1/messages",
  templates: "/v1/templates",
  broadcasts: "/v1/broadcasts",
  lists: "/v1/crm/lists",
  media: "/v1/media",
  approvals: "/v1/approvals",
  teams: "/v1/teams",
} as const;

export const find = tool({
  name: "find",
  description: "List or search, newest first",
  input: Type.Object({
    kind: oneOf(Object.keys(LISTS) as (keyof typeof LISTS)[]),
    q: Type.Optional(Type.String({ description: "Words, in messages, contacts and conversations" })),
    filter: Type.Optional({
      ...Anything,
      description: "As the API's query: channel_id, contact_id, status, tag, unanswered…",
    }),
    cursor: Type.Optional(Type.String()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  output: LISTED,
  annotations: READS,
  async run(api, { kind, q, filter, cursor, limit = 20 }) {
    const path = kind === "messages" && q !== undefined ? "/v1/messages/search" : LISTS[kind];
    const { data, meta } = await api.get(path, { ...filter, q, cursor, limit });
    return { records: { data }, own: nextOf(meta) };
  },
});
