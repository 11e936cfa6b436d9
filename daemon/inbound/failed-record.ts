import type { FailedWebhookRow } from "../../db/inbound/failed.ts";
import { Nullable, Type } from "../lib/typebox.ts";

const EXAMPLE = {
  id: "inb_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
  channel_id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
  provider: "whatsapp_official",
  reason: "time zone displacement out of range",
  attempts: 1,
  bytes: 1204,
  received_at: "2026-11-21T09:30:00.000Z",
  failed_at: "2026-11-21T09:30:01.000Z",
};

/** A call that is set aside, without what is in it: that may be whatever people write. */
export const FailedWebhookSchema = Type.Object(
  {
    id: Type.String(),
    channel_id: Nullable(Type.String({ description: "Null if it concerns several channels" })),
    provider: Type.String(),
    reason: Type.String({ description: "The last error" }),
    attempts: Type.Integer({ description: "How often processing it failed" }),
    bytes: Type.Integer({ description: "How large it is" }),
    received_at: Type.String({ format: "date-time" }),
    failed_at: Type.String({ format: "date-time" }),
  },
  { title: "FailedInbound", examples: [EXAMPLE] },
);

export const RetriedWebhooksSchema = Type.Object(
  {
    retried: Type.Integer({ description: "How many are retried" }),
    remaining: Type.Integer({ description: "How many failed calls are left, counted up to 1,000" }),
  },
  { title: "RetriedInbound", examples: [{ retried: 9, remaining: 0 }] },
);

export function showFailedWebhook({ error, received_at, failed_at, ...row }: FailedWebhookRow) {
  return {
    ...row,
    reason: error,
    received_at: received_at.toISOString(),
    failed_at: failed_at.toISOString(),
  };
}
