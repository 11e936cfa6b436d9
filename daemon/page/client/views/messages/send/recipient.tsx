import { X } from "lucide-react";
import { useAsk } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { IconButton } from "../../../parts/button.tsx";
import { ContactSearch } from "../../../parts/contacts/contact-search.tsx";
import { MESSAGES } from "../../../view-words.ts";
import style from "./send.module.css";

type RecipientProps = { value: string; onChange: (to: string) => void; error: string | null };

/** Whom a message goes to: a number as it is typed, or a contact that is found by name. */
export function Recipient({ value, onChange, error }: RecipientProps) {
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
    <ContactSearch
      label={SEND.to}
      hint={SEND.toHint}
      error={error}
      typed={value}
      onType={onChange}
      onChoose={onChange}
      placeholder="+14155550123"
      isRequired
    />
  );
}

const SEND = MESSAGES.sending;

/** The contact whose id stands there. */
function useContact(id: string) {
  const isAllowed = useMay()("contacts:read");
  const isId = id.startsWith("ct_");
  const { data } = useAsk("GET /v1/contacts/{id}", { path: { id } }, { enabled: isAllowed && isId });
  return isId && data !== undefined ? data : null;
}
