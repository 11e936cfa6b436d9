import { X } from "lucide-react";
import { useState } from "react";
import { useAsk } from "../../../api/queries.ts";
import { IconButton } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { usePaused } from "../../../parts/fields/paused.ts";
import style from "./form.module.css";
import { FORM } from "./words.ts";

const MOST = 5;
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
  const found = useFound(typed).filter(({ id }) => !ids.includes(id));
  function add(id: string) {
    onChange([...ids, id]);
    setTyped("");
  }
  return (
    <div>
      <Field
        label={FORM.findContact}
        hint={FORM.findContactHint}
        value={typed}
        onChange={setTyped}
        error={error}
      />
      {found.length > 0 && (
        <ul className={style.found} aria-label={FORM.foundContacts}>
          {found.map(({ id, name, phone_number }) => (
            <li key={id}>
              <button type="button" onClick={() => add(id)}>
                {name ?? phone_number ?? id} <span>{name === null ? "" : phone_number}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
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

/** The contacts that what is typed finds, once somebody pauses: by words, or the one with an id. */
function useFound(typed: string) {
  const q = usePaused(typed.trim());
  const isId = q.startsWith("ct_");
  const isSought = q.length > 1 && q === typed.trim();
  const list = useAsk("GET /v1/contacts", { query: { q, limit: MOST } }, { enabled: isSought && !isId });
  const one = useAsk("GET /v1/contacts/{id}", { path: { id: q } }, { enabled: isSought && isId });
  if (!isSought) return [];
  if (isId) return one.data === undefined ? [] : [one.data];
  return list.data?.data ?? [];
}
