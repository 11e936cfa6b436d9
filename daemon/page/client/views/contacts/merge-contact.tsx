import { useState } from "react";
import { errorAt } from "../../api/problem.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { type Contact, nameOf } from "../../parts/contacts/contact.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { usePaused } from "../../parts/fields/paused.ts";
import { Select } from "../../parts/fields/select.tsx";
import { toast } from "../../parts/toast.tsx";
import { CONTACTS } from "../../view-words.ts";

const MOST = 20;

/** Merges another contact into one: the other is found by its words first. */
export function MergeContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const found = useOthers(contact.id, typed);
  const other = found?.length === 1 ? found[0] : found?.find(({ id }) => id === chosen);
  const merge = useChange("POST /v1/contacts/{id}/merge", {
    done: () => {
      toast(CONTACTS.merged);
      onClose();
    },
    touches: ["/v1/conversations", "/v1/crm"],
  });
  const request = { path: { id: contact.id }, body: { contact_id: other?.id ?? "" } };
  return (
    <Dialog title={CONTACTS.mergeTitle} isOpen onClose={onClose}>
      <Form
        action={CONTACTS.merge}
        onSubmit={() => other !== undefined && void merge.run(request)}
        onCancel={onClose}
        problem={merge.problem}
        isBusy={merge.isRunning}
        isDanger
        aside={
          other !== undefined && (
            <AsCommand
              cli={`contacts merge ${contact.id} ${other.id}`}
              route="POST /v1/contacts/{id}/merge"
              request={request}
            />
          )
        }
      >
        <p>{CONTACTS.mergeText(nameOf(contact))}</p>
        <Field
          label={CONTACTS.mergeFind}
          hint={CONTACTS.mergeFindHint}
          type="search"
          value={typed}
          onChange={setTyped}
          error={errorAt(merge.problem, "contact_id")}
          autoFocus
        />
        {found?.length === 0 && <p>{CONTACTS.mergeNobody}</p>}
        {found !== undefined && found.length > 0 && (
          <Select
            label={CONTACTS.mergeWith}
            options={found.map(optionOf)}
            value={other?.id ?? null}
            placeholder={CONTACTS.mergeChoose(found.length)}
            onChange={setChosen}
          />
        )}
      </Form>
    </Dialog>
  );
}

function optionOf(contact: Contact) {
  const { id, phone_number, email } = contact;
  const about = [phone_number, email, id].filter((text) => text !== null);
  return { value: id, label: nameOf(contact), hint: about.join(", ") };
}

/** Whom the words find beside one contact, once somebody pauses in typing; undefined until then. */
function useOthers(id: string, typed: string): readonly Contact[] | undefined {
  const q = usePaused(typed.trim());
  const { data } = useAsk("GET /v1/contacts", { query: { q, limit: MOST } }, { enabled: q !== "" });
  return q === "" ? undefined : data?.data.filter((contact) => contact.id !== id);
}
