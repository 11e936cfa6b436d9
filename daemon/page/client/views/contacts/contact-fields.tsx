import { errorAt, type Problem } from "../../api/problem.ts";
import { changesTo } from "../../parts/contacts/custom-fields.ts";
import { Field, TextArea } from "../../parts/fields/field.tsx";
import { Pair } from "../../parts/fields/form.tsx";
import { CONTACTS } from "../../view-words.ts";

/** The fields of a contact as they are typed; custom fields a line each. */
export type Typed = {
  name: string;
  phone_number: string;
  email: string;
  external_source: string;
  external_id: string;
  custom_fields: string;
};

type ContactFieldsProps = { typed: Typed; onChange: (typed: Typed) => void; problem: Problem | null };

/** What is known of a contact, to be typed. */
export function ContactFields({ typed, onChange, problem }: ContactFieldsProps) {
  const bound = (name: keyof Typed) => ({
    value: typed[name],
    onChange: (text: string) => onChange({ ...typed, [name]: text }),
    error: errorAt(problem, name),
  });
  const areLines = changesTo({}, typed.custom_fields) !== null;
  const customFields = bound("custom_fields");
  return (
    <>
      <Field label={CONTACTS.name} {...bound("name")} autoFocus />
      <Field label={CONTACTS.phone} type="tel" hint={CONTACTS.phoneHint} {...bound("phone_number")} />
      <Field label={CONTACTS.email} type="email" {...bound("email")} />
      <Pair>
        <Field label={CONTACTS.source} {...bound("external_source")} />
        <Field label={CONTACTS.externalId} hint={CONTACTS.externalHint} {...bound("external_id")} />
      </Pair>
      <TextArea
        label={CONTACTS.customFields}
        hint={CONTACTS.customFieldsHint}
        rows={3}
        isMono
        {...customFields}
        error={areLines ? customFields.error : CONTACTS.customFieldsError}
      />
    </>
  );
}
