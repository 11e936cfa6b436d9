import common from "../../style/common.module.css";
import { CONTACTS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { Code, Id } from "../code.tsx";
import { Stack } from "../fields/form.tsx";
import { Facts } from "../split.tsx";
import { Time } from "../time.tsx";
import type { Contact } from "./contact.ts";
import { Tags } from "./tags.tsx";

/** What is known of a person, and by what they are found. */
export function About({ contact }: { contact: Contact }) {
  const { id, name, phone_number, email, external_source, external_id, custom_fields, tags } = contact;
  const fields = Object.entries(custom_fields);
  return (
    <Stack>
      <Facts
        facts={[
          [CONTACTS.name, name],
          [CONTACTS.phone, phone_number && <Id key="phone" value={phone_number} />],
          [CONTACTS.email, email && <Id key="email" value={email} />],
          [external_source ?? CONTACTS.externalId, external_id && <Id key="external" value={external_id} />],
          [WORDS.id, <Id key="id" value={id} />],
          [CONTACTS.created, <Time key="created" at={contact.created_at} />],
          [CONTACTS.changed, <Time key="changed" at={contact.updated_at} />],
        ]}
      />
      <Tags id={id} tags={tags} />
      {fields.length > 0 && (
        <section className={common.block}>
          <h3>{CONTACTS.customFields}</h3>
          <Facts facts={fields.map(([field, value]) => [field, shown(field, value)])} />
        </section>
      )}
      <Identities identities={contact.identities} />
    </Stack>
  );
}

/** By what a person is known: numbers, ids and names of WhatsApp and of other systems. */
export function Identities({ identities }: Pick<Contact, "identities">) {
  return (
    <section className={common.block}>
      <h3>{CONTACTS.identities}</h3>
      <ul className={common.lines}>
        {identities.map(({ id, type, value, source, verified }) => (
          <li key={id}>
            <Id value={value} />
            <span className={common.quiet}>
              {CONTACTS.kindsOfIdentity[type] ?? type}
              {source !== null && `, ${source}`}
              {verified && `, ${CONTACTS.verified}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Texts and numbers as they are, other values as JSON. */
function shown(field: string, value: unknown) {
  if (typeof value !== "object" || value === null) return String(value);
  return <Code label={field}>{JSON.stringify(value, null, 2)}</Code>;
}
