import { Download } from "lucide-react";
import { Link } from "wouter";
import { useList } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand, quoted } from "../../parts/as-command.tsx";
import { IconButton } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Filters, useFilters } from "../../parts/filters.tsx";
import { downloadProved } from "../../parts/login/download-proved.ts";
import { State } from "../../parts/state.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { BROADCASTS } from "../../view-words.ts";
import style from "./broadcasts.module.css";
import { PERSON_TONES, type Person } from "./states.ts";

const STATES = Object.entries(BROADCASTS.steps).map(([value, label]) => ({ value, label }));

/** What became of each person, with the filters of the API, and the same as a file. */
export function People({ id }: { id: string }) {
  const may = useMay();
  // `status` in the address is the list's own
  const { state, reason } = useFilters(["state", "reason"]);
  const query = { ...(state && { status: state }), ...(reason && { reason }) };
  const people = useList("GET /v1/broadcasts/{id}/people", { path: { id }, query });
  return (
    <div className={style.block}>
      <div className={style.line}>
        <Filters
          filters={[
            { name: "state", label: BROADCASTS.anyStatus, kind: "choice", options: STATES },
            { name: "reason", label: BROADCASTS.reason, kind: "text" },
          ]}
        />
        <span className={style.actions}>
          <AsCommand
            cli={`broadcasts people ${id}${state ? ` --status ${state}` : ""}${reason ? ` --reason ${quoted(reason)}` : ""}`}
            route="GET /v1/broadcasts/{id}/people"
            request={{ path: { id }, query }}
          />
          <IconButton
            label={BROADCASTS.export}
            icon={Download}
            onPress={() => void downloadProved("GET /v1/broadcasts/{id}/people.csv", { path: { id }, query })}
          />
        </span>
      </div>
      <Table
        label={BROADCASTS.people}
        list={people}
        columns={columnsOf(may)}
        idOf={(row) => row.contact_id}
        empty={<Empty title={BROADCASTS.noPeople}>{BROADCASTS.noPeopleText}</Empty>}
      />
    </div>
  );
}

function columnsOf(may: (permission: string) => boolean): readonly Column<Person>[] {
  return [
    {
      name: BROADCASTS.person,
      cell({ name, phone_number, contact_id }) {
        const person = name || phone_number || contact_id;
        return may("contacts:read") ? <Link href={`/contacts/${contact_id}`}>{person}</Link> : person;
      },
    },
    {
      name: BROADCASTS.status,
      cell: ({ status }) => <State tone={PERSON_TONES[status]}>{BROADCASTS.steps[status]}</State>,
    },
    {
      name: BROADCASTS.reason,
      cell: ({ reason }) => (reason === null ? "–" : (BROADCASTS.skipReasons[reason] ?? reason)),
    },
    {
      name: BROADCASTS.message,
      cell: ({ message_id }) =>
        message_id !== null && may("messages:read") ? (
          <Link href={`/messages/${message_id}`}>{BROADCASTS.open}</Link>
        ) : (
          "–"
        ),
    },
  ];
}
