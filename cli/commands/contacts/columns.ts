import type { ResponseOf } from "../../../daemon/start/types/routes.ts";
import type {
  Consent,
  Contact,
  ContactChange,
  ContactIdentity,
  ContactNote,
  ContactSettings,
  ContactTag,
  Suppression,
} from "../../lib/api/types/contacts.ts";
import type { Column } from "../../lib/output/column.ts";

/** Who somebody is without a number: their user name, or WhatsApp's id of them. */
function userOf({ identities }: Contact): string | null {
  const newest = (type: string) => identities.findLast((identity) => identity.type === type)?.value;
  const [username, lid] = [newest("username"), newest("lid")];
  if (username !== undefined) return `@${username}`;
  return newest("bsuid") ?? newest("parent_bsuid") ?? (lid === undefined ? null : `${lid}@lid`);
}

export const contactColumns: Column<Contact>[] = [
  { title: "id", value: (contact) => contact.id },
  { title: "number", value: (contact) => contact.phone_number ?? userOf(contact) },
  { title: "name", value: (contact) => contact.name, cut: 20 },
  { title: "email", value: (contact) => contact.email, optional: true },
  { title: "tags", value: (contact) => contact.tags.join(", "), optional: true },
  { title: "updated", value: (contact) => contact.updated_at, kind: "time", optional: true },
];

export const contactDetails: Column<Contact>[] = [
  ...contactColumns,
  {
    title: "external",
    value: ({ external_source, external_id }) => external_id && `${external_source} ${external_id}`,
  },
  { title: "custom fields", value: (contact) => JSON.stringify(contact.custom_fields) },
  {
    title: "identities",
    value: ({ identities }) => identities.map(({ type, value }) => `${type} ${value}`).join(", "),
  },
  { title: "version", value: (contact) => contact.version },
  { title: "created", value: (contact) => contact.created_at, kind: "time" },
];

export const noteColumns: Column<ContactNote>[] = [
  { title: "id", value: (note) => note.id },
  { title: "author", value: (note) => note.author, optional: true },
  { title: "created", value: (note) => note.created_at, kind: "time" },
  { title: "body", value: (note) => note.body },
];

export const tagColumns: Column<ContactTag>[] = [
  { title: "name", value: (tag) => tag.name, cut: 20 },
  { title: "created", value: (tag) => tag.created_at, kind: "time" },
];

export const tagInUseColumns: Column<ResponseOf<"GET /v1/contacts/tags">["data"][number]>[] = [
  { title: "name", value: (tag) => tag.name, cut: true },
  { title: "count", value: (tag) => tag.count },
];

export const consentColumns: Column<Consent>[] = [
  { title: "channel", value: (consent) => consent.channel },
  { title: "state", value: (consent) => consent.state },
  { title: "source", value: (consent) => consent.source, optional: true },
  { title: "proof", value: (consent) => consent.proof, optional: true },
  { title: "expires", value: (consent) => consent.expires_at, kind: "time" },
  { title: "updated", value: (consent) => consent.updated_at, kind: "time" },
];

export const suppressionColumns: Column<Suppression>[] = [
  { title: "channel", value: (suppression) => suppression.channel },
  { title: "reason", value: (suppression) => suppression.reason, cut: 20 },
  { title: "until", value: (suppression) => suppression.until, kind: "time" },
  { title: "created", value: (suppression) => suppression.created_at, kind: "time" },
];

export const identityColumns: Column<ContactIdentity>[] = [
  { title: "type", value: (identity) => identity.type },
  { title: "value", value: (identity) => identity.value },
  { title: "source", value: (identity) => identity.source, optional: true },
  { title: "verified", value: (identity) => identity.verified },
  { title: "id", value: (identity) => identity.id, optional: true },
];

export const changeColumns: Column<ContactChange>[] = [
  { title: "created", value: (change) => change.created_at, kind: "time" },
  { title: "action", value: (change) => change.action },
  { title: "details", value: (change) => JSON.stringify(change.detail), cut: 30 },
  { title: "id", value: (change) => change.id, optional: true },
];

export const settingsColumns: Column<ContactSettings>[] = [
  { title: "default country", value: (settings) => settings.default_country },
  { title: "opt-out", value: ({ opt_out }) => (opt_out.enabled ? "on" : "off") },
  { title: "languages", value: ({ opt_out }) => Object.keys(opt_out.languages) },
];
