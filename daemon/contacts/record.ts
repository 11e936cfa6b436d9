import type { ContactRow } from "../../db/contacts/contacts.ts";
import type { ConsentRow, HistoryRow, NoteRow, SuppressionRow, TagRow } from "../../db/contacts/details.ts";
import { Nullable, Type } from "../lib/typebox.ts";

const TIME = "2026-11-21T09:30:00.000Z";

/** The channels by which people are reached and on which they consent. */
export const ContactChannel = Type.Union(
  ["whatsapp", "email", "sms", "voice"].map((channel) => Type.Literal(channel)),
);
export const ConsentState = Type.Union(["granted", "denied", "unknown"].map((state) => Type.Literal(state)));

export const IdentitySchema = Type.Object(
  {
    id: Type.String(),
    type: Type.Union(
      ["phone", "wa_id", "lid", "bsuid", "parent_bsuid", "username", "group", "email", "external"].map(
        (type) => Type.Literal(type),
      ),
    ),
    value: Type.String({ description: "Numbers as digits, email addresses in lower case" }),
    source: Nullable(Type.String({ description: "For an external id: the system it comes from" })),
    verified: Type.Boolean({ description: "Whether the platform confirms it" }),
    created_at: Type.String(),
  },
  {
    title: "Identity",
    examples: [
      {
        id: "idn_7C2D9F0A41B38E55D2C6A9F01B",
        type: "phone",
        value: "14155550123",
        source: null,
        verified: true,
        created_at: TIME,
      },
    ],
  },
);

export const ContactSchema = Type.Object(
  {
    id: Type.String(),
    phone_number: Nullable(Type.String({ description: "E.164, with its +" })),
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    external_source: Nullable(Type.String()),
    external_id: Nullable(Type.String()),
    custom_fields: Type.Record(Type.String(), Type.Unknown()),
    identities: Type.Array(IdentitySchema),
    tags: Type.Array(Type.String()),
    version: Type.Integer({ description: "Goes up with every change; the `ETag` is this, quoted" }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    title: "Contact",
    examples: [
      {
        id: "ct_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
        phone_number: "+14155550123",
        name: "Ada Byron",
        email: "ada@example.com",
        external_source: "shop",
        external_id: "4711",
        custom_fields: { birthday: "12-10" },
        identities: [
          {
            id: "idn_7C2D9F0A41B38E55D2C6A9F01B",
            type: "phone",
            value: "14155550123",
            source: null,
            verified: true,
            created_at: TIME,
          },
        ],
        tags: ["wholesale"],
        version: 3,
        created_at: TIME,
        updated_at: TIME,
      },
    ],
  },
);

export const NoteSchema = Type.Object(
  {
    id: Type.String(),
    body: Type.String(),
    author: Nullable(Type.String({ description: "The key that wrote it" })),
    created_at: Type.String(),
  },
  {
    title: "ContactNote",
    examples: [
      {
        id: "note_01JDB2M5S8V0ZC3K7Q2M4N6P8Q",
        body: "Wants to be called after six.",
        author: "key_01JDB2M5S8V0ZC3K7Q2M4N6P8K",
        created_at: TIME,
      },
    ],
  },
);

export const TagSchema = Type.Object(
  { name: Type.String(), created_at: Type.String() },
  { title: "ContactTag", examples: [{ name: "wholesale", created_at: TIME }] },
);

export const ConsentSchema = Type.Object(
  {
    channel: ContactChannel,
    state: ConsentState,
    source: Nullable(Type.String()),
    proof: Nullable(Type.String()),
    stated_at: Nullable(Type.String({ description: "When the contact said so; null: it is not known" })),
    expires_at: Nullable(Type.String()),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    title: "Consent",
    examples: [
      {
        channel: "whatsapp",
        state: "granted",
        source: "newsletter form",
        proof: "https://example.com/consents/4711",
        stated_at: TIME,
        expires_at: null,
        created_at: TIME,
        updated_at: TIME,
      },
    ],
  },
);

export const SuppressionSchema = Type.Object(
  {
    channel: ContactChannel,
    reason: Type.String(),
    proof: Nullable(Type.String({ description: "Where it can be checked" })),
    until: Nullable(Type.String({ description: "Null until it is lifted" })),
    created_at: Type.String(),
  },
  {
    title: "Suppression",
    examples: [{ channel: "whatsapp", reason: "complained", proof: null, until: null, created_at: TIME }],
  },
);

export const HistorySchema = Type.Object(
  {
    id: Type.String(),
    action: Type.Union(
      ["identity_added", "identity_removed", "merged"].map((action) => Type.Literal(action)),
    ),
    detail: Type.Record(Type.String(), Type.Unknown(), {
      description: "The identity, or the contact that became part of this one",
    }),
    created_at: Type.String(),
  },
  {
    title: "ContactHistoryEntry",
    examples: [
      {
        id: "hst_01JDB2M5S800000003C9A41F07",
        action: "identity_added",
        detail: { type: "email", source: null, value: "ada@example.com" },
        created_at: TIME,
      },
    ],
  },
);

/** A contact as the API shows it. */
export function showContact(row: ContactRow) {
  const { id, phone_number, name, email, external_source, external_id, identities, tags, version } = row;
  return {
    ...{ id, phone_number, name, email, external_source, external_id },
    custom_fields: JSON.parse(row.custom_fields) as Record<string, unknown>,
    ...{ identities, tags, version },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function showNote({ id, body, author, created_at }: NoteRow) {
  return { id, body, author, created_at: created_at.toISOString() };
}

export function showTag({ name, created_at }: TagRow) {
  return { name, created_at: created_at.toISOString() };
}

export function showConsent({ channel, state, source, proof, ...times }: ConsentRow) {
  return {
    ...{ channel, state, source, proof },
    stated_at: times.stated_at?.toISOString() ?? null,
    expires_at: times.expires_at?.toISOString() ?? null,
    created_at: times.created_at.toISOString(),
    updated_at: times.updated_at.toISOString(),
  };
}

export function showSuppression({ channel, reason, proof, until, created_at }: SuppressionRow) {
  return {
    ...{ channel, reason, proof },
    until: until?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

export function showHistory({ id, action, detail, created_at }: HistoryRow) {
  const parsed = JSON.parse(detail) as Record<string, unknown>;
  return { id, action, detail: parsed, created_at: created_at.toISOString() };
}
