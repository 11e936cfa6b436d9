import { FileUp } from "lucide-react";
import { useLocation, useParams } from "wouter";
import { filterNames } from "../../api/filter-names.ts";
import { useList } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand, optionsOf } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { type Filter, Filters, useFilters } from "../../parts/filters.tsx";
import { Header } from "../../parts/header.tsx";
import { Split } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { ViewTabs } from "../../parts/tabs.tsx";
import { Time } from "../../parts/time.tsx";
import common from "../../style/common.module.css";
import { CONTACTS, IMPORTS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { ImportDetail } from "./import-detail.tsx";
import { NewImport } from "./new-import.tsx";
import { type ContactImport, TONES, wrongIn } from "./states.ts";
import { useSending } from "./use-sending.ts";

const NEW = "new";
const COLUMNS: readonly Column<ContactImport>[] = [
  { name: IMPORTS.file, cell: ({ file_name, id }) => file_name ?? id },
  {
    name: IMPORTS.status,
    cell: ({ status, dry_run }) => (
      <State tone={TONES[status] ?? "quiet"}>
        {IMPORTS.statuses[status] ?? status}
        {dry_run && <span className={common.quiet}>({IMPORTS.dryRunNote})</span>}
      </State>
    ),
  },
  { name: IMPORTS.records, cell: ({ records }) => records, isNumber: true },
  { name: IMPORTS.wrong, cell: wrongIn, isNumber: true, isExtra: true },
  { name: IMPORTS.created, cell: ({ created_at }) => <Time at={created_at} />, isExtra: true },
];
const NAMES = filterNames<"GET /v1/contacts/imports">()(["status"], {});
const FILTERS: readonly Filter[] = [
  {
    name: "status",
    label: IMPORTS.status,
    kind: "choice",
    options: Object.entries(IMPORTS.statuses).map(([value, label]) => ({ value, label })),
  },
];

/** The files that contacts were imported from, and a new one. */
export default function Imports() {
  const { id } = useParams<{ id?: string }>();
  const [, go] = useLocation();
  const mayImport = useMay()("contacts:write");
  const query = useFilters(NAMES);
  const imports = useList("GET /v1/contacts/imports", { query });
  const sending = useSending();
  const isFiltered = query.status !== undefined;
  const begin = mayImport && (
    <Button kind="main" icon={FileUp} onPress={() => go(`/contacts/imports/${NEW}`)}>
      {IMPORTS.import}
    </Button>
  );
  const list = (
    <>
      <Header
        title={IMPORTS.title}
        actions={
          <>
            <AsCommand
              cli={`imports list${optionsOf(query, { status: "--status" })}`}
              route="GET /v1/contacts/imports"
              request={{ query }}
            />
            {begin}
          </>
        }
      />
      <ViewTabs label={WORDS.contacts} views={CONTACTS.contactViews} />
      <Filters filters={FILTERS} />
      <Table
        label={IMPORTS.title}
        list={imports}
        columns={COLUMNS}
        idOf={(row) => row.id}
        hrefOf={(row) => `/contacts/imports/${row.id}`}
        chosen={id}
        empty={
          <Empty title={isFiltered ? IMPORTS.noMatch : IMPORTS.none} action={!isFiltered && begin}>
            {isFiltered ? IMPORTS.noMatchText : IMPORTS.noneText}
          </Empty>
        }
      />
    </>
  );
  return <Split list={list} detail={detailOf(id)} />;

  function detailOf(shown: string | undefined) {
    if (shown === undefined || (shown === NEW && !mayImport)) return null;
    if (shown === NEW) return <NewImport key={NEW} sending={sending} />;
    return <ImportDetail key={shown} id={shown} canRepeat={sending.plan !== null} />;
  }
}
