import { filterNames } from "../../api/filter-names.ts";
import { AsCommand, optionsOf } from "../../parts/as-command.tsx";
import { Empty } from "../../parts/empty.tsx";
import { type Filter, Filters, useFilters } from "../../parts/filters.tsx";
import { Header } from "../../parts/header.tsx";
import { Split } from "../../parts/split.tsx";
import { State, type Tone } from "../../parts/state.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { REQUESTS } from "../../view-words.ts";
import { type Line, useRequestLines } from "./lines.ts";

const COLUMNS: readonly Column<Line>[] = [
  { name: REQUESTS.method, cell: ({ method }) => method },
  { name: REQUESTS.path, cell: ({ path }) => <code>{path}</code> },
  { name: REQUESTS.status, cell: ({ status }) => <State tone={toneOf(status)}>{status}</State> },
  { name: REQUESTS.code, cell: ({ error_code }) => error_code, isExtra: true },
  {
    name: REQUESTS.took,
    cell: ({ duration_ms }) => REQUESTS.milliseconds(duration_ms),
    isNumber: true,
    isExtra: true,
  },
  { name: REQUESTS.who, cell: ({ actor }) => actor.name ?? actor.id, isExtra: true },
  { name: REQUESTS.when, cell: ({ at }) => <Time at={at} /> },
];
const METHODS = ["GET", "POST", "PATCH", "PUT", "DELETE"];
const NAMES = filterNames<"GET /v1/logs/requests">()(["path", "status", "method"], {
  since: "the view shows the last ones and follows",
});
const FILTERS: readonly Filter[] = [
  { name: "path", label: REQUESTS.path, kind: "text", placeholder: REQUESTS.pathExample },
  { name: "status", label: REQUESTS.status, kind: "choice", options: REQUESTS.statuses },
  {
    name: "method",
    label: REQUESTS.method,
    kind: "choice",
    options: METHODS.map((method) => ({ value: method, label: method })),
  },
];

/** The requests that the API has answered lately, as they happen. */
export default function Requests() {
  const { path, ...set } = useFilters(NAMES);
  // the API takes whole paths only, and somebody may still be typing
  const query = { ...set, ...(path?.startsWith("/") ? { path } : {}) };
  const { lines, leftOut, isBroken } = useRequestLines(query);
  const list = (
    <>
      <Header
        title={REQUESTS.title}
        actions={
          <AsCommand
            cli={`logs tail${optionsOf(query, { path: "--path", status: "--status", method: "--method" })}`}
            route="GET /v1/logs/requests"
            request={{ query }}
          />
        }
      />
      <Filters filters={FILTERS} />
      {isBroken && <p role="status">{REQUESTS.broken}</p>}
      {leftOut > 0 && <p>{REQUESTS.leftOut(leftOut)}</p>}
      <Table
        label={REQUESTS.title}
        list={{ rows: lines, isPending: false, problem: null }}
        columns={COLUMNS}
        idOf={({ request_id, at }) => `${at} ${request_id}`}
        empty={<Empty title={REQUESTS.emptyTitle}>{REQUESTS.emptyText}</Empty>}
      />
    </>
  );
  return <Split list={list} detail={null} />;
}

function toneOf(status: number): Tone {
  if (status >= 500) return "bad";
  return status >= 400 ? "warn" : "good";
}
