import { type Api, Refused } from "../../http/inside/own-api.ts";
import { Type } from "../../lib/typebox.ts";
import { Anything, ONE, oneOf, output, tool } from "../tool.ts";

export const draftBroadcast = tool({
  name: "draft_broadcast",
  description: "Draft a broadcast of a template, and preview who it reaches. Sends nothing",
  input: Type.Object({
    name: Type.String(),
    channel_id: Type.String(),
    template: { ...Anything, description: "name, language, parameters" },
    audience: { ...Anything, description: "One of list_id, tags, contact_ids, filter" },
    options: Type.Optional({ ...Anything, description: "starts_at, window, stop, limit…" }),
    idempotency_key: Type.Optional(Type.String()),
  }),
  output: output({ data: Anything, preview: Anything }),
  annotations: { destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run(api, { options, idempotency_key, ...given }) {
    const data = await api.post("/v1/broadcasts", { ...options, ...given }, idempotency_key);
    return { records: { data, preview: await previewOf(api, String(data.id)) } };
  },
});

/** The draft is there, whatever becomes of its preview. */
async function previewOf(api: Api, id: string): Promise<Record<string, unknown>> {
  return await api.post(`/v1/broadcasts/${id}/preview`).catch((cause: unknown) => {
    if (cause instanceof Refused) return cause.problem;
    throw cause;
  });
}

export const controlBroadcast = tool({
  name: "control_broadcast",
  description:
    "Preview or test a broadcast, start it (sends to all of its people), pause, resume or cancel it",
  input: Type.Object({
    id: Type.String(),
    action: oneOf(["preview", "test", "start", "pause", "resume", "cancel"]),
    to: Type.Optional(Type.Array(Type.String(), { description: "For test: numbers of your own" })),
    idempotency_key: Type.Optional(Type.String()),
  }),
  output: ONE,
  annotations: { destructiveHint: true, idempotentHint: false, openWorldHint: true },
  async run(api, { id, action, to, idempotency_key }) {
    const path = `/v1/broadcasts/${encodeURIComponent(id)}/${action}`;
    return { records: { data: await api.post(path, action === "test" ? { to } : {}, idempotency_key) } };
  },
});
