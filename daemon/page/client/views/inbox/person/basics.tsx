import type { ReactNode } from "react";
import { errorAt } from "../../../api/problem.ts";
import { useChange } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { seenOr } from "../../../api/unseen.ts";
import { Id } from "../../../parts/code.tsx";
import type { Contact } from "../../../parts/contacts/contact.ts";
import { InPlace } from "../../../parts/fields/in-place.tsx";
import { problemText } from "../../../parts/problem.tsx";
import { Facts } from "../../../parts/split.tsx";
import { Time } from "../../../parts/time.tsx";
import { CONTACTS } from "../../../view-words.ts";
import { WORDS } from "../../../words.ts";

/** What a person is called and reached by, to be changed where it stands. */
export function Basics({ contact }: { contact: Contact }) {
  const { phone_number, external_source, external_id, created_at } = contact;
  const shown = external_source ?? CONTACTS.externalId;
  return (
    <Facts
      facts={[
        [CONTACTS.name, <InPlaceText key="name" contact={contact} name="name" label={CONTACTS.name} />],
        [
          CONTACTS.phone,
          <InPlaceText key="phone" contact={contact} name="phone_number" label={CONTACTS.phone}>
            {phone_number && <Id value={phone_number} />}
          </InPlaceText>,
        ],
        [CONTACTS.email, <InPlaceText key="email" contact={contact} name="email" label={CONTACTS.email} />],
        // without a system that it is of, it is given with that: in the contact's own view
        external_id !== null && [
          shown,
          <InPlaceText key="external" contact={contact} name="external_id" label={shown}>
            <Id value={external_id} />
          </InPlaceText>,
        ],
        [CONTACTS.created, <Time key="created" at={created_at} />],
      ]}
    />
  );
}

type InPlaceTextProps = {
  contact: Contact;
  name: "name" | "phone_number" | "email" | "external_id";
  label: string;
  /** How it is shown; by default, as it is. */
  children?: ReactNode;
};

function InPlaceText({ contact, name, label, children }: InPlaceTextProps) {
  const mayChange = useMay()("contacts:write");
  const change = useChange("PATCH /v1/contacts/{id}", { touches: ["/v1/conversations"] });
  const value = contact[name] ?? "";
  const save = async (typed: string) => {
    const text = typed.trim() === "" ? null : typed;
    return (await change.run({ path: { id: contact.id }, body: { [name]: text } })) !== null;
  };
  const error = errorAt(change.problem, name) ?? (change.problem && problemText(change.problem));
  return (
    <InPlace {...{ label, value, mayChange, error }} onSave={save}>
      {value === "" ? undefined : (children ?? seenOr(value, WORDS.nameless))}
    </InPlace>
  );
}
