import { type Api, type ApiRecord, Refused } from "../../http/inside/own-api.ts";
import { Type } from "../../lib/typebox.ts";
import { Anything, type Outcome, output, READS, tool } from "../tool.ts";
import { nextOf } from "./next.ts";

/** Where the records are whose ids begin so. */
const PATHS: ReadonlyMap<string, (id: string) => string> = new Map(
  Object.entries({
    ch: (id) => `/v1/channels/${id}`,
    ct: (id) => `/v1/contacts/${id}`,
    tpl: (id) => `/v1/templates/${id}`,
    bc: (id) => `/v1/broadcasts/${id}`,
    lst: (id) => `/v1/crm/lists/${id}`,
    med: (id) => `/v1/media/${id}/info`,
    apr: (id) => `/v1/approvals/${id}`,
  }),
);

export const read = tool({
  name: "read",
  description:
    "A record by its id; of a conversation (cv_…) also its messages, newest first. Files come as links",
  input: Type.Object({
    id: Type.String(),
    cursor: Type.Optional(Type.String()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
  }),
  output: output({
    data: Anything,
    messages: Type.Optional(Type.Array(Anything)),
    next_cursor: Type.Optional(Type.String()),
  }),
  annotations: READS,
  async run(api, { id, ...paging }) {
    if (id.startsWith("cv_")) return await conversation(api, encodeURIComponent(id), paging);
    return { records: { data: await api.get(pathOf(id)) } };
  },
});

async function conversation(
  api: Api,
  id: string,
  { cursor, limit = 20 }: { cursor?: string; limit?: number },
) {
  const [data, messages] = await Promise.all([
    api.get(`/v1/conversations/${id}`),
    api.get("/v1/messages", { conversation_id: id, cursor, limit }),
  ]);
  return { records: { data, messages: messages.data }, own: nextOf(messages.meta) } satisfies Outcome;
}

/** The path of a record. A message's id has nothing before it. */
function pathOf(id: string): string {
  const prefix = id.slice(0, Math.max(0, id.indexOf("_")));
  const path = PATHS.get(prefix);
  if (path !== undefined) return path(encodeURIComponent(id));
  if (prefix === "" && id !== "") return `/v1/messages/${encodeURIComponent(id)}`;
  const known: ApiRecord = {
    code: "unknown_id",
    detail: `ids begin with ${[...PATHS.keys()].join("_, ")}_ or cv_`,
  };
  throw new Refused(422, known);
}
