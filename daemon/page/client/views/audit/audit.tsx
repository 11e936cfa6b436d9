import { useParams } from "wouter";
import { time } from "../../../languages/forms.ts";
import type { RowOf } from "../../api/call.ts";
import { filterNames } from "../../api/filter-names.ts";
import { useAsk, useList } from "../../api/queries.ts";
import { AsCommand, optionsOf, sampleOf } from "../../parts/as-command.tsx";
import { Code, Id } from "../../parts/code.tsx";
import { Empty } from "../../parts/empty.tsx";
import { dayFilters, type Filter, Filters, useFilters } from "../../parts/filters.tsx";
import { Header } from "../../parts/header.tsx";
import { Named, useNames } from "../../parts/names.tsx";
import { Detail, Facts, Split } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { AUDIT } from "../../view-words.ts";

type Entry = RowOf<"GET /v1/audit">;

const columnsWith = (nameOf: ReturnType<typeof useNames>): readonly Column<Entry>[] => [
  { name: AUDIT.action, cell: ({ action }) => action },
  { name: AUDIT.actor, cell: ({ actor }) => said(actor, nameOf), isExtra: true },
  { name: AUDIT.target, cell: ({ target }) => said(target, nameOf), isExtra: true },
  { name: AUDIT.when, cell: ({ created_at }) => <Time at={created_at} /> },
];
/** Who or what an entry is about. */
function said({ type, id }: Entry["actor"] | Entry["target"], nameOf: ReturnType<typeof useNames>): string {
  return id === null ? type : `${type} ${nameOf(id) ?? id}`;
}

const NAMES = filterNames<"GET /v1/audit">()(
  ["kind", "action", "actor_id", "target_id", "since", "until"],
  {},
);
const KINDS = Object.entries(AUDIT.kinds).map(([value, label]) => ({ value, label }));
const FILTERS: readonly Filter[] = [
  { name: "kind", label: AUDIT.kind, kind: "choice", options: KINDS, unset: AUDIT.kindUnset },
  { name: "action", label: AUDIT.action, kind: "text", placeholder: AUDIT.actionExample },
  { name: "actor_id", label: AUDIT.actorId, kind: "text" },
  { name: "target_id", label: AUDIT.targetId, kind: "text" },
  { name: "since", label: AUDIT.since, kind: "date" },
  { name: "until", label: AUDIT.until, kind: "date" },
];
const OPTIONS = {
  kind: "--kind",
  action: "--action",
  actor_id: "--actor",
  target_id: "--target",
  since: "--since",
  until: "--until",
};

/** Who did what. */
export default function Audit() {
  const { id } = useParams<{ id?: string }>();
  const filters = useFilters(NAMES);
  const query = { ...filters, ...dayFilters(filters) };
  const entries = useList("GET /v1/audit", { query });
  const nameOf = useNames();
  const chosen = entries.rows.find((entry) => entry.id === id);
  const list = (
    <>
      <Header
        title={AUDIT.title}
        actions={
          <AsCommand
            cli={`audit${optionsOf(filters, OPTIONS)}`}
            route="GET /v1/audit"
            request={{ query }}
            more={[sampleOf(AUDIT.head, "audit head --json", "GET /v1/audit/head", {})]}
          />
        }
      >
        <Wholeness />
      </Header>
      <Filters filters={FILTERS} />
      <Table
        label={AUDIT.title}
        list={entries}
        columns={columnsWith(nameOf)}
        idOf={(entry) => entry.id}
        hrefOf={(entry) => `/settings/audit/${entry.id}`}
        chosen={id}
        empty={<Empty title={AUDIT.emptyTitle}>{AUDIT.emptyText}</Empty>}
      />
    </>
  );
  return <Split list={list} detail={chosen === undefined ? null : <EntryDetail entry={chosen} />} />;
}

/** Since when nobody has changed the log past Waypost, or when such a change was noticed. */
function Wholeness() {
  const { data } = useAsk("GET /v1/audit/head", {});
  if (data === undefined || data.since === null) return null;
  if (data.broken_at !== null) return <State tone="bad">{AUDIT.broken(time(data.broken_at, "date"))}</State>;
  return <State tone="good">{AUDIT.whole(time(data.since, "date"))}</State>;
}

function EntryDetail({ entry }: { entry: Entry }) {
  const { actor, target, address, request_id } = entry;
  return (
    <Detail title={entry.action} back="/settings/audit">
      <Facts
        facts={[
          [AUDIT.actor, [actor.type, " ", actor.id && <Named key="actor" id={actor.id} />]],
          [AUDIT.target, [target.type, " ", target.id && <Named key="target" id={target.id} />]],
          [AUDIT.address, address],
          [AUDIT.request, request_id && <Id value={request_id} />],
          [AUDIT.when, <Time key="at" at={entry.created_at} />],
        ]}
      />
      <h3>{AUDIT.changes}</h3>
      <Code label={AUDIT.changes}>{JSON.stringify(entry.changes, null, 2)}</Code>
    </Detail>
  );
}
