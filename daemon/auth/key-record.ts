import type { KeyRow } from "../../db/auth/api-keys.ts";
import { PermissionSchema } from "../http/permissions.ts";
import { Nullable, Type } from "../lib/typebox.ts";
import { BotSchema, BotWish } from "./agents/bot.ts";
import { AgentSchema } from "./agents/schema.ts";

const fields = {
  id: Type.String(),
  name: Type.String(),
  permissions: Type.Array(PermissionSchema),
  channel_ids: Nullable(Type.Array(Type.String())),
  agent: Nullable(AgentSchema),
  bot: Nullable(BotSchema),
  created_by: Nullable(
    Type.String({ description: "The key or user that created it; null for an organisation's first" }),
  ),
  prefix: Type.String(),
  last4: Type.String(),
  expires_at: Nullable(Type.String()),
  last_used_at: Nullable(Type.String({ description: "To the minute" })),
  created_at: Type.String(),
};
const example = {
  id: "key_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
  name: "CI",
  permissions: ["messages:send", "messages:read"],
  channel_ids: null,
  agent: null,
  bot: null,
  created_by: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a11",
  prefix: "wp_4fZk",
  last4: "9aQx",
  expires_at: null,
  last_used_at: null,
  created_at: "2026-11-21T09:30:00.000Z",
};
const secret = { key: Type.String({ description: "The secret; shown only here" }) };

export const KeySchema = Type.Object(fields, { title: "ApiKey", examples: [example] });
export const NewKeySchema = Type.Object(
  { ...fields, ...secret },
  { title: "CreatedApiKey", examples: [{ ...example, key: "wp_…" }] },
);
export const RotatedKeySchema = Type.Object(
  {
    ...fields,
    ...secret,
    previous_key_expires_at: Type.String({
      format: "date-time",
      description: "Until when the previous secret works",
    }),
  },
  {
    title: "RotatedApiKey",
    examples: [{ ...example, key: "wp_…", previous_key_expires_at: "2026-11-22T09:30:00.000Z" }],
  },
);

export const CreateKeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 128 }),
    permissions: Type.Array(PermissionSchema, { minItems: 1, uniqueItems: true }),
    channel_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
    ),
    agent: Type.Optional(AgentSchema),
    bot: Type.Optional(BotWish),
    expires_at: Type.Optional(Type.String({ format: "date-time" })),
  },
  { examples: [{ name: "CI", permissions: ["messages:send", "messages:read"] }] },
);

const DAY_SECONDS = 24 * 3600;
/** How long the old secret stays valid after a rotation, by default. */
export const OVERLAP_SECONDS = DAY_SECONDS;
export const RotateKeyBody = Type.Optional(
  Type.Object(
    {
      overlap_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 7 * DAY_SECONDS,
          default: OVERLAP_SECONDS,
          description:
            "How long the previous secret keeps working; 0 ends it at once, for example after a leak",
        }),
      ),
    },
    { examples: [{ overlap_seconds: OVERLAP_SECONDS }] },
  ),
);

/** A key as the API shows it: never its secret. */
export function showKey(row: KeyRow) {
  return {
    id: row.id,
    name: row.name,
    permissions: row.permissions,
    channel_ids: row.channel_ids,
    agent: row.agent,
    bot: row.bot === null ? null : { when_held: row.bot },
    created_by: row.created_by,
    prefix: row.prefix,
    last4: row.last4,
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
