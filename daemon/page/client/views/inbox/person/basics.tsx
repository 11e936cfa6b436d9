import { errorAt } from "../../../api/problem.ts";
import { useChange } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { seenOr } from "../../../api/unseen.ts";
import { Id } from "../../../parts/code.tsx";
import type { Contact } from "../../../parts/contacts/contact.ts";
import { CONTACTS } from "../../../parts/contacts/words.ts";
import { InPlace } from "../../../parts/fields/in-place.tsx";
import { Facts } from "../../../parts/split.tsx";
import { Time } from "../../../parts/time.tsx";
import { WORDS } from "../../../words.ts";

/** What a person is called and reached by, to be changed where it stands. */
export function Basics({ contact }: { contact: Contact }) {
  const { phone_number, external_source, external_id, created_at } = contact;
  return (
    <Facts
      facts={[
        [CONTACTS.name, <InPlaceText key="name" contact={contact} name="name" label={CONTACTS.name} />],
        [CONTACTS.phone, phone_number && <Id key="phone" value={phone_number} />],
        [CONTACTS.email, <InPlaceText key="email" contact={contact} name="email" label={CONTACTS.email} />],
        [external_source ?? CONTACTS.externalId, external_id && <Id key="external" value={external_id} />],
        [CONTACTS.created, <Time key="created" at={created_at} />],
      ]}
    />
  );
}

type InPlaceTextProps = { contact: Contact; name: "name" | "email"; label: string };

function InPlaceText({ contact, name, label }: InPlaceTextProps) {
  const mayChange = useMay()("contacts:write");
  const change = useChange("PATCH /v1/contacts/{id}", { touches: ["/v1/conversations"] });
  const value = contact[name] ?? "";
  const save = async (typed: string) => {
    const text = typed.trim() === "" ? null : typed;
    return (await change.run({ path: { id: contact.id }, body: { [name]: text } })) !== null;
  };
  const error = errorAt(change.problem, name) ?? change.problem?.detail ?? null;
  return (
    <InPlace {...{ label, value, mayChange, error }} onSave={save}>
      {value === "" ? undefined : seenOr(value, WORDS.nameless)}
    </InPlace>
  );
}
