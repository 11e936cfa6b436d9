import { Type } from "@sinclair/typebox";
import type { ChannelRow } from "../../db/channels/channels.ts";
import { Nullable } from "../lib/nullable.ts";
import { statusWithToken } from "./token-expiry.ts";
import { webSettingsOf } from "./web-settings.ts";

const Seconds = Type.Number({ minimum: 0, maximum: 3600 });

/** How a paired number keeps from looking like a machine; official numbers leave these alone. */
const webRate = {
  gap_seconds: Type.Optional(
    Type.Object(
      { least: Seconds, most: Seconds },
      {
        additionalProperties: false,
        description: "A random pause between two messages; paired numbers only",
      },
    ),
  ),
  typing: Type.Optional(
    Type.Boolean({ description: "Show `composing` for as long as writing would take; paired numbers only" }),
  ),
  rest: Type.Optional(
    Nullable(
      Type.Object(
        { after: Type.Integer({ minimum: 1, maximum: 10_000 }), seconds: Seconds },
        {
          additionalProperties: false,
          description: "A longer pause after so many messages; paired numbers only",
        },
      ),
    ),
  ),
};

const TimeOfDay = Type.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", description: "HH:MM" });

const webSettings = {
  quiet_hours: Type.Optional(
    Nullable(
      Type.Object(
        {
          from: TimeOfDay,
          to: TimeOfDay,
          time_zone: Type.String({ minLength: 1, maxLength: 64, description: "Such as Europe/Berlin" }),
        },
        {
          additionalProperties: false,
          description: "Nothing is sent meanwhile; it waits. Paired numbers only",
        },
      ),
    ),
  ),
  warmup: Type.Optional(
    Nullable(
      Type.Object(
        {
          new_contacts_per_day: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
          most_per_day: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
        },
        {
          additionalProperties: false,
          description:
            "To how many people who never wrote a paired number may write in 24 hours: in its first week, doubled each week, up to the most. Null is no limit",
        },
      ),
    ),
  ),
};

/** What a client may set of how a channel behaves. */
export const ChannelSettingsSchema = Type.Object(
  {
    paused: Type.Optional(
      Type.Boolean({
        description:
          "Nothing is sent: what is accepted waits, in its order, until this is false. What comes in is taken as before",
      }),
    ),
    service_window: Type.Optional(
      Type.Union([Type.Literal("enforce"), Type.Literal("provider")], {
        description:
          "Who refuses what is sent outside the 24-hour window: Waypost at accept, or the provider",
      }),
    ),
    delivery: Type.Optional(
      Type.Union([Type.Literal("at_least_once"), Type.Literal("at_most_once")], {
        description:
          "What happens to a send whose answer was lost: sent again, or failed with outcome_unknown",
      }),
    ),
    rate: Type.Optional(
      Type.Object(
        {
          per_second: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })),
          per_recipient_seconds: Type.Optional(
            Type.Number({ minimum: 0, maximum: 86_400, description: "0 is no limit" }),
          ),
          ...webRate,
        },
        { additionalProperties: false },
      ),
    ),
    ...webSettings,
  },
  { additionalProperties: false },
);

export const ChannelSchema = Type.Object(
  {
    id: Type.String(),
    platform: Type.Union([Type.Literal("whatsapp_official"), Type.Literal("whatsapp_unofficial")]),
    status: Type.Union(
      [
        "disconnected",
        "connecting",
        "pairing",
        "connected",
        "degraded",
        "logged_out",
        "replaced",
        "restricted",
      ].map((status) => Type.Literal(status)),
    ),
    status_reason: Nullable(Type.String()),
    name: Type.String(),
    phone_number: Nullable(Type.String()),
    phone_number_id: Type.Optional(Nullable(Type.String())),
    waba_id: Type.Optional(Nullable(Type.String())),
    quality_rating: Type.Optional(Nullable(Type.String())),
    messaging_limit: Type.Optional(Nullable(Type.String())),
    token_expires_at: Type.Optional(
      Nullable(
        Type.String({ description: "Null when the access token does not end, or its end is not known" }),
      ),
    ),
    settings: ChannelSettingsSchema,
    last_seen_at: Nullable(Type.String()),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    title: "Channel",
    examples: [
      {
        id: "ch_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
        platform: "whatsapp_official",
        status: "connected",
        status_reason: null,
        name: "Support",
        phone_number: "+15550783881",
        phone_number_id: "106540352242922",
        waba_id: "102290129340398",
        quality_rating: "GREEN",
        messaging_limit: null,
        token_expires_at: null,
        settings: {},
        last_seen_at: "2026-11-21T09:30:00.000Z",
        created_at: "2026-11-21T09:30:00.000Z",
        updated_at: "2026-11-21T09:30:00.000Z",
      },
    ],
  },
);

/** What a channel's sealed access token belongs to. */
export function tokenContext(channelId: string): string {
  return `channel ${channelId} access token`;
}

/** A channel as the API shows it: never its token. */
export function showChannel(row: ChannelRow) {
  const official = {
    phone_number_id: row.phone_number_id,
    waba_id: row.waba_id,
    quality_rating: row.quality_rating,
    messaging_limit: row.messaging_limit,
    token_expires_at: row.token_expires_at?.toISOString() ?? null,
  };
  return {
    id: row.id,
    platform: row.platform,
    ...statusWithToken(row),
    name: row.name,
    phone_number: row.phone_number,
    ...(row.platform === "whatsapp_official" ? official : {}),
    settings: row.platform === "whatsapp_unofficial" ? webSettingsOf(row) : row.settings,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
