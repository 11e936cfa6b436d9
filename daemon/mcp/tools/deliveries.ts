import { Type } from "../../lib/typebox.ts";
import { LISTED, tool } from "../tool.ts";
import { nextOf } from "./next.ts";

const PATH = "/v1/settings/developer/webhooks/deliveries";
const Text = Type.Optional(Type.String());

export const deliveries = tool({
  name: "deliveries",
  description: "Attempts to deliver events to endpoints, newest first; or retry one event",
  input: Type.Object({
    status: Text,
    endpoint_id: Text,
    event_type: Text,
    retry: Type.Optional(Type.String({ description: "The message_id of a delivery" })),
    cursor: Text,
  }),
  output: LISTED,
  annotations: { destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run(api, { retry, ...query }) {
    if (retry !== undefined) {
      const { data } = await api.post(`${PATH}/${encodeURIComponent(retry)}/retry`);
      return { records: { data } };
    }
    const { data, meta } = await api.get(PATH, { ...query, limit: 20 });
    return { records: { data }, own: nextOf(meta) };
  },
});
