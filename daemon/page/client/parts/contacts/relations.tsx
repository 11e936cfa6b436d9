import { Link } from "wouter";
import { useAsk, useList } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import common from "../../style/common.module.css";
import { CONTACTS } from "../../view-words.ts";
import { Time } from "../time.tsx";
import { Lines } from "./lines.tsx";

/** Whether a contact is linked to anything in the CRM, as far as one may see that. */
export function useIsRelated(id: string): boolean {
  const enabled = useMay()("crm:read");
  const { data } = useAsk(
    "GET /v1/crm/records/{id}/relationships",
    { path: { id }, query: { limit: 1 } },
    { enabled },
  );
  return (data?.data.length ?? 0) > 0;
}

/** The companies, deals, tasks and people that a contact is linked to. */
export function Relations({ id }: { id: string }) {
  const relations = useList("GET /v1/crm/records/{id}/relationships", { path: { id }, query: {} });
  return (
    <Lines list={relations} empty={CONTACTS.noRelations}>
      {({ id: relation, type, record_id, related_record_id, created_at }) => (
        <li key={relation}>
          <Related id={record_id === id ? related_record_id : record_id} />
          <span className={common.quiet}>{type.replaceAll("_", " ")}</span>
          <span className={common.end}>
            <Time at={created_at} />
          </span>
        </li>
      )}
    </Lines>
  );
}

function Related({ id }: { id: string }) {
  const { data } = useAsk("GET /v1/crm/records/{id}", { path: { id } });
  const name = data?.name ?? id;
  if (data?.kind === "contact") return <Link href={`/contacts/${id}`}>{name}</Link>;
  return (
    <span>
      {name} {data !== undefined && <span className={common.quiet}>{data.stage ?? data.kind}</span>}
    </span>
  );
}
