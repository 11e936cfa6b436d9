import { useState } from "react";
import type { BodyOf } from "../../api/call.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import type { Contact } from "../../parts/contacts/contact.ts";
import { fieldOptions } from "../../parts/contacts/contact-options.ts";
import { changesTo, linesOf } from "../../parts/contacts/custom-fields.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { toast } from "../../parts/toast.tsx";
import { CONTACTS } from "../../view-words.ts";
import { ContactFields, type Typed } from "./contact-fields.tsx";

type Changes = BodyOf<"PATCH /v1/contacts/{id}">;

/** Changes what is known of a contact: only changed fields are sent, so that others' changes stay. */
export function ChangeContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const [before] = useState(contact);
  const [typed, setTyped] = useState(() => typedOf(before));
  const change = useChange("PATCH /v1/contacts/{id}", {
    done: () => {
      toast(CONTACTS.saved);
      onClose();
    },
  });
  const body = bodyOf(before, typed);
  const request = body && { path: { id: before.id }, body };
  function save(): void {
    if (request === null) return;
    if (Object.keys(request.body).length === 0) onClose();
    else void change.run(request);
  }
  return (
    <Dialog title={CONTACTS.change} isOpen onClose={onClose}>
      <Form
        action={CONTACTS.save}
        onSubmit={save}
        onCancel={onClose}
        problem={change.problem}
        isBusy={change.isRunning}
        aside={
          request && (
            <AsCommand
              cli={`contacts update ${before.id}${fieldOptions(request.body)}`}
              route="PATCH /v1/contacts/{id}"
              request={request}
            />
          )
        }
      >
        <ContactFields typed={typed} onChange={setTyped} problem={change.problem} />
        {change.problem?.code === "conflict" && <p>{CONTACTS.notUnique}</p>}
      </Form>
    </Dialog>
  );
}

function typedOf(contact: Contact): Typed {
  const { name, phone_number, email, external_source, external_id, custom_fields } = contact;
  return {
    name: name ?? "",
    phone_number: phone_number ?? "",
    email: email ?? "",
    external_source: external_source ?? "",
    external_id: external_id ?? "",
    custom_fields: linesOf(custom_fields),
  };
}

/** What differs, with null for what was emptied; null while the custom fields are no such lines. */
function bodyOf(before: Contact, typed: Typed): Changes | null {
  const { custom_fields, external_source, external_id, ...texts } = typed;
  const fields = changesTo(before.custom_fields, custom_fields);
  if (fields === null) return null;
  const was = typedOf(before);
  const changed = Object.entries(texts).filter(([name, text]) => text !== was[name as keyof Typed]);
  const isExternalSame = external_source === was.external_source && external_id === was.external_id;
  return {
    ...Object.fromEntries(changed.map(([name, text]) => [name, orNull(text)])),
    ...(isExternalSame ? {} : { external_source: orNull(external_source), external_id: orNull(external_id) }),
    ...(Object.keys(fields).length === 0 ? {} : { custom_fields: fields }),
  };
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text;
}
