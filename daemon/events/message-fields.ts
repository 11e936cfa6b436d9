import { Type } from "@sinclair/typebox";
import { Nullable } from "../nullable.ts";

/* What the records of messages and the events about them share. */

const MESSAGE_STATUSES = [
  "queued",
  "scheduled",
  "sending",
  "sent",
  "delivered",
  "read",
  "played",
  "failed",
  "cancelled",
] as const;

export const MessageStatus = Type.Union(MESSAGE_STATUSES.map((status) => Type.Literal(status)));

export const MessageErrorSchema = Type.Object(
  {
    code: Type.String(),
    title: Type.String(),
    detail: Type.String(),
    provider_code: Nullable(Type.String()),
    retryable: Type.Boolean(),
  },
  { title: "MessageError" },
);
