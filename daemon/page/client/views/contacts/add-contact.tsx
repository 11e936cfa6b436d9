import { useState } from "react";
import { useLocation } from "wouter";
import type { BodyOf } from "../../api/call.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { fieldOptions } from "../../parts/contacts/contact-options.ts";
import { changesTo } from "../../parts/contacts/custom-fields.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { toast } from "../../parts/toast.tsx";
import { CONTACTS } from "../../view-words.ts";
import { ContactFields, type Typed } from "./contact-fields.tsx";

const EMPTY: Typed = {
  name: "",
  phone_number: "",
  email: "",
  external_source: "",
  external_id: "",
  custom_fields: "",
};

/** Adds a contact, or to one who is known by the same number, address or id. */
export function AddContact({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState(EMPTY);
  const [tags, setTags] = useState("");
  const [, go] = useLocation();
  const add = useChange("POST /v1/contacts", {
    done: ({ id }) => {
      toast(CONTACTS.added);
      onClose();
      go(`/contacts/${id}`);
    },
  });
  const body = bodyOf(typed, tags);
  return (
    <Dialog title={CONTACTS.add} isOpen onClose={onClose}>
      <Form
        action={CONTACTS.add}
        onSubmit={() => body !== null && void add.run({ body })}
        onCancel={onClose}
        problem={add.problem}
        isBusy={add.isRunning}
        aside={
          body !== null && (
            <AsCommand
              cli={`contacts upsert${fieldOptions(body)}`}
              route="POST /v1/contacts"
              request={{ body }}
            />
          )
        }
      >
        <p>{CONTACTS.addHint}</p>
        <ContactFields typed={typed} onChange={setTyped} problem={add.problem} />
        <Field label={CONTACTS.tags} hint={CONTACTS.tagsHint} value={tags} onChange={setTags} />
      </Form>
    </Dialog>
  );
}

/** What was typed, without what was left empty; null while the custom fields are no such lines. */
function bodyOf({ custom_fields, ...texts }: Typed, tags: string): BodyOf<"POST /v1/contacts"> | null {
  const fields = changesTo({}, custom_fields);
  const names = tags
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return (
    fields && {
      ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== "")),
      ...(Object.keys(fields).length === 0 ? {} : { custom_fields: fields }),
      ...(names.length === 0 ? {} : { tags: names }),
    }
  );
}
