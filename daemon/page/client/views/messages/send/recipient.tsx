import { X } from "lucide-react";
import { useAsk } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { IconButton } from "../../../parts/button.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { usePaused } from "../../../parts/fields/paused.ts";
import { MESSAGES } from "../words.ts";
import style from "./send.module.css";

const MOST = 5;

type RecipientProps = { value: string; onChange: (to: string) => void; error: string | null };

/** Whom a message goes to: a number as it is typed, or a contact that is found by name. */
export function Recipient({ value, onChange, error }: RecipientProps) {
  const contacts = useContacts(value);
  const chosen = useContact(value);
  if (chosen !== null)
    return (
      <p className={style.chosen}>
        <span>
          {SEND.to} <strong>{chosen.name ?? chosen.phone_number ?? chosen.id}</strong>{" "}
          {chosen.name !== null && chosen.phone_number}
        </span>
        <IconButton label={SEND.otherPerson} icon={X} onPress={() => onChange("")} />
      </p>
    );
  return (
    <div>
      <Field
        label={SEND.to}
        hint={SEND.toHint}
        value={value}
        onChange={onChange}
        error={error}
        placeholder="+14155550123"
        isRequired
      />
      {contacts.length > 0 && (
        <ul className={style.found} aria-label={SEND.contacts}>
          {contacts.map(({ id, name, phone_number }) => (
            <li key={id}>
              <button type="button" onClick={() => onChange(id)}>
                {name ?? phone_number ?? id} <span>{name === null ? "" : phone_number}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const SEND = MESSAGES.sending;

/** The contacts that what is typed finds, once somebody pauses. */
function useContacts(typed: string) {
  const q = usePaused(typed.trim());
  const isAllowed = useMay()("contacts:read");
  const isSought = q.length > 1 && !q.startsWith("ct_") && q === typed.trim();
  const { data } = useAsk(
    "GET /v1/contacts",
    { query: { q, limit: MOST } },
    { enabled: isAllowed && isSought },
  );
  return isSought ? (data?.data ?? []) : [];
}

/** The contact whose id stands there. */
function useContact(id: string) {
  const isAllowed = useMay()("contacts:read");
  const isId = id.startsWith("ct_");
  const { data } = useAsk("GET /v1/contacts/{id}", { path: { id } }, { enabled: isAllowed && isId });
  return isId && data !== undefined ? data : null;
}
