import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { WORDS } from "../../words.ts";
import { Field } from "../fields/field.tsx";
import { usePaused } from "../fields/paused.ts";
import style from "./contact-search.module.css";

const MOST = 5;

type ContactSearchProps = {
  label: string;
  hint: string;
  error: string | null;
  typed: string;
  onType: (typed: string) => void;
  /** Takes the id of a contact that was found. */
  onChoose: (id: string) => void;
  /** Contacts that are not offered. */
  without?: readonly string[];
  placeholder?: string;
  isRequired?: boolean;
};

/** Finds a contact by what is typed: words, or an id. Who may not see contacts only types. */
export function ContactSearch({ typed, onType, onChoose, without = [], ...field }: ContactSearchProps) {
  const found = useFound(typed).filter(({ id }) => !without.includes(id));
  return (
    <div>
      <Field {...field} value={typed} onChange={onType} />
      {found.length > 0 && (
        <ul className={style.found} aria-label={WORDS.contactsFound}>
          {found.map(({ id, name, phone_number }) => (
            <li key={id}>
              <button type="button" onClick={() => onChoose(id)}>
                {name ?? phone_number ?? id} <span>{name === null ? "" : phone_number}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The contacts that what is typed finds, once somebody pauses. */
function useFound(typed: string) {
  const isAllowed = useMay()("contacts:read");
  const q = usePaused(typed.trim());
  const isId = q.startsWith("ct_");
  const isSought = isAllowed && q.length > 1 && q === typed.trim();
  const list = useAsk("GET /v1/contacts", { query: { q, limit: MOST } }, { enabled: isSought && !isId });
  const one = useAsk("GET /v1/contacts/{id}", { path: { id: q } }, { enabled: isSought && isId });
  if (!isSought) return [];
  if (isId) return one.data === undefined ? [] : [one.data];
  return list.data?.data ?? [];
}
