import { Plus } from "lucide-react";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { filterNames } from "../../api/filter-names.ts";
import { useList } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand, optionsOf } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Filters, useFilters } from "../../parts/filters.tsx";
import { Header } from "../../parts/header.tsx";
import { Split } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { BROADCASTS } from "../../view-words.ts";
import { BroadcastDetail } from "./broadcast-detail.tsx";
import { useBegun } from "./form/begun.ts";
import { BroadcastForm } from "./form/broadcast-form.tsx";
import { type Broadcast, STATUS_TONES } from "./states.ts";

const NAMES = filterNames<"GET /v1/broadcasts">()(["status"], {});

const COLUMNS: readonly Column<Broadcast>[] = [
  { name: BROADCASTS.name, cell: ({ name }) => name },
  {
    name: BROADCASTS.status,
    cell: ({ status }) => <State tone={STATUS_TONES[status]}>{BROADCASTS.statuses[status]}</State>,
  },
  {
    name: BROADCASTS.people,
    cell: ({ counts, started_at }) => (started_at === null ? "–" : BROADCASTS.count(counts.audience)),
    isNumber: true,
  },
  {
    name: BROADCASTS.delivered,
    cell: ({ counts }) => BROADCASTS.count(counts.delivered + counts.read),
    isNumber: true,
    isExtra: true,
  },
  {
    name: BROADCASTS.failed,
    cell: ({ counts }) => BROADCASTS.count(counts.failed),
    isNumber: true,
    isExtra: true,
  },
  { name: BROADCASTS.changed, cell: ({ updated_at }) => <Time at={updated_at} />, isExtra: true },
];
const STATUSES = Object.entries(BROADCASTS.statuses).map(([value, label]) => ({ value, label }));

/** One template to many people each: drafts, those that go out, and what became of them. */
export default function Broadcasts() {
  const { id } = useParams<{ id?: string }>();
  const begun = useBegun();
  const [isCreating, setCreating] = useState(false);
  const [, go] = useLocation();
  const may = useMay();
  const query = useFilters(NAMES);
  const broadcasts = useList("GET /v1/broadcasts", { query });
  const isFiltered = query.status !== undefined;
  const create = may("broadcasts:manage") && (
    <Button kind="main" icon={Plus} onPress={() => setCreating(true)}>
      {BROADCASTS.create}
    </Button>
  );
  const list = (
    <>
      <Header
        title={BROADCASTS.title}
        actions={
          <>
            <AsCommand
              cli={`broadcasts list${optionsOf(query, { status: "--status" })}`}
              route="GET /v1/broadcasts"
              request={{ query }}
            />
            {create}
          </>
        }
      />
      <Filters filters={[{ name: "status", label: BROADCASTS.status, kind: "choice", options: STATUSES }]} />
      <Table
        label={BROADCASTS.title}
        list={broadcasts}
        columns={COLUMNS}
        idOf={(row) => row.id}
        hrefOf={(row) => `/broadcasts/${row.id}`}
        chosen={id}
        empty={
          <Empty
            title={isFiltered ? BROADCASTS.noMatch : BROADCASTS.none}
            action={isFiltered ? undefined : create}
          >
            {isFiltered ? BROADCASTS.noMatchText : BROADCASTS.noneText}
          </Empty>
        }
      />
      {(isCreating || begun !== undefined) && may("broadcasts:manage") && (
        <BroadcastForm
          broadcast={null}
          {...(begun === undefined ? {} : { begun })}
          onSaved={(made) => go(`/broadcasts/${made.id}`)}
          onClose={() => {
            setCreating(false);
            if (begun !== undefined) go("/broadcasts", { replace: true });
          }}
        />
      )}
    </>
  );
  return <Split list={list} detail={id === undefined ? null : <BroadcastDetail key={id} id={id} />} />;
}
