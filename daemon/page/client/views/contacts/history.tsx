import { useList } from "../../api/queries.ts";
import { Lines } from "../../parts/contacts/lines.tsx";
import { Time } from "../../parts/time.tsx";
import common from "../../style/common.module.css";
import { CONTACTS } from "../../view-words.ts";

/** The identities that were added and removed, and the merges. */
export function History({ id }: { id: string }) {
  const history = useList("GET /v1/contacts/{id}/history", { path: { id }, query: {} });
  return (
    <Lines list={history} empty={CONTACTS.noHistory}>
      {({ id: entry, action, detail, created_at }) => (
        <li key={entry}>
          <strong>{CONTACTS.happened[action] ?? action}</strong>
          <span>{textOf(detail)}</span>
          <span className={common.end}>
            <Time at={created_at} />
          </span>
        </li>
      )}
    </Lines>
  );
}

/** The identity, or what is known of the contact that was merged. */
function textOf({ type, value, name, phone_number, ...rest }: Readonly<Record<string, unknown>>): string {
  if (typeof value === "string") return `${CONTACTS.kindsOfIdentity[String(type)] ?? String(type)} ${value}`;
  const known = [name, phone_number, rest.id].filter((one) => typeof one === "string");
  return known.join(", ");
}
