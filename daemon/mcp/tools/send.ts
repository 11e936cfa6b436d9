import type { ApprovalRecord } from "../../../db/approvals/approvals.ts";
import { Type } from "../../lib/typebox.ts";
import { Anything, ONE, tool } from "../tool.ts";

const Text = Type.Optional(Type.String());

export const send = tool({
  name: "send",
  description:
    "Send one WhatsApp message to one person, named by one of to, contact_id, conversation_id. waiting: a person has to approve it first; read its id",
  input: Type.Object({
    channel_id: Text,
    to: Type.Optional(Type.String({ description: "Number, digits only" })),
    contact_id: Text,
    conversation_id: Text,
    type: Type.Optional(Type.String({ description: "text by default; see docs types/<type>" })),
    content: { ...Anything, description: 'For text {"body":…}' },
    reply_to: Type.Optional(Type.String({ description: "Id of the message to quote" })),
    scheduled_at: Text,
    idempotency_key: Type.Optional(Type.String({ description: "Repeat it when unsure: sent once" })),
    dry_run: Type.Optional(Type.Boolean({ description: "Only check" })),
  }),
  output: ONE,
  annotations: { destructiveHint: true, idempotentHint: false, openWorldHint: true },
  async run(api, { idempotency_key, reply_to, type = "text", ...given }) {
    const quoted = reply_to === undefined ? {} : { reply_to: { id: reply_to } };
    const data = await api.post("/v1/messages", { ...given, ...quoted, type }, idempotency_key);
    const { approval } = data as { approval?: ApprovalRecord };
    return { records: { data }, ...(approval === undefined ? {} : { waiting: approval }) };
  },
});
