import { X } from "lucide-react";
import { useState } from "react";
import { useAsk } from "../../../api/queries.ts";
import { IconButton } from "../../../parts/button.tsx";
import { ContactSearch } from "../../../parts/contacts/contact-search.tsx";
import { FORM } from "../../../view-words.ts";
import style from "./form.module.css";

/** Each name is asked for apart. */
const MOST_SHOWN = 25;

type ContactsFieldProps = {
  ids: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | null;
};

/** Contacts that are found one by one, by what is typed. */
export function ContactsField({ ids, onChange, error }: ContactsFieldProps) {
  const [typed, setTyped] = useState("");
  function add(id: string) {
    onChange([...ids, id]);
    setTyped("");
  }
  return (
    <div>
      <ContactSearch
        label={FORM.findContact}
        hint={FORM.findContactHint}
        error={error}
        typed={typed}
        onType={setTyped}
        onChoose={add}
        without={ids}
      />
      {ids.length > 0 && (
        <ul className={style.chosen} aria-label={FORM.chosenContacts}>
          {ids.slice(0, MOST_SHOWN).map((id) => (
            <Chosen key={id} id={id} onRemove={() => onChange(ids.filter((other) => other !== id))} />
          ))}
          {ids.length > MOST_SHOWN && <li>{FORM.moreContacts(ids.length - MOST_SHOWN)}</li>}
        </ul>
      )}
    </div>
  );
}

function Chosen({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useAsk("GET /v1/contacts/{id}", { path: { id } });
  const name = data?.name ?? data?.phone_number ?? id;
  return (
    <li>
      {name}
      <IconButton label={FORM.removeContact(name)} icon={X} onPress={onRemove} />
    </li>
  );
}
