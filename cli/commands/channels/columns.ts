import type { Channel, PairingLink } from "../../lib/api/types/channels.ts";
import type { Column } from "../../lib/output/column.ts";

export const channelColumns: Column<Channel>[] = [
  { title: "id", value: (channel) => channel.id },
  { title: "platform", value: (channel) => channel.platform, optional: 3 },
  { title: "status", value: (channel) => channel.status, kind: "status" },
  { title: "name", value: (channel) => channel.name, cut: true },
  { title: "number", value: (channel) => channel.phone_number, optional: 1 },
  { title: "created", value: (channel) => channel.created_at, kind: "time", optional: true },
  { title: "sandbox", value: (channel) => channel.sandbox, optional: 2 },
];

export const channelDetails: Column<Channel>[] = [
  ...channelColumns,
  { title: "status reason", value: (channel) => channel.status_reason },
  { title: "health", value: (channel) => channel.health_score },
  { title: "offered number", value: (channel) => channel.offered_number, optional: true },
  { title: "phone number id", value: (channel) => channel.graph?.phone_number_id },
  { title: "waba id", value: (channel) => channel.graph?.waba_id },
  { title: "quality rating", value: (channel) => channel.quality_rating },
  { title: "messaging limit", value: (channel) => channel.messaging_limit },
  { title: "token expires", value: (channel) => channel.token_expires_at, kind: "time" },
  { title: "last seen", value: (channel) => channel.last_seen_at, kind: "time" },
  { title: "paused", value: (channel) => channel.settings?.paused },
  { title: "proxy", value: (channel) => channel.settings?.proxy?.url, optional: true },
];

export const linkColumns: Column<PairingLink>[] = [
  { title: "id", value: (link) => link.id },
  { title: "state", value: (link) => link.state, kind: "status" },
  { title: "made by", value: (link) => link.created_by, optional: true },
  { title: "created", value: (link) => link.created_at, kind: "time", optional: true },
  { title: "expires", value: (link) => link.expires_at, kind: "time" },
];
