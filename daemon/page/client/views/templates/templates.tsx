import { Plus, RefreshCw } from "lucide-react";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { useChannels } from "../../api/channels.ts";
import { filterNames } from "../../api/filter-names.ts";
import { useList } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand, optionsOf } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import type { Option } from "../../parts/fields/select.tsx";
import { type Filter, Filters, useFilters } from "../../parts/filters.tsx";
import { Header } from "../../parts/header.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Split } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { TEMPLATES } from "../../view-words.ts";
import { STATUS_TONES, type Template } from "./states.ts";
import { TemplateDetail } from "./template-detail.tsx";
import { TemplateForm } from "./template-form.tsx";
import { useSync } from "./use-sync.ts";

const COLUMNS: readonly Column<Template>[] = [
  { name: TEMPLATES.name, cell: ({ name }) => name },
  { name: TEMPLATES.language, cell: ({ language }) => language },
  {
    name: TEMPLATES.status,
    cell: ({ status }) => (
      <State tone={STATUS_TONES[status] ?? "quiet"}>{TEMPLATES.statuses[status] ?? status}</State>
    ),
  },
  {
    name: TEMPLATES.category,
    cell: ({ category }) => TEMPLATES.categories[category] ?? category,
    isExtra: true,
  },
  { name: TEMPLATES.changed, cell: ({ updated_at }) => <Time at={updated_at} />, isExtra: true },
];
const NAMES = filterNames<"GET /v1/templates">()(
  ["name", "status", "category", "language", "channel_id"],
  {},
);
const OPTIONS = {
  name: "--name",
  status: "--status",
  category: "--category",
  language: "--lang",
  channel_id: "--channel",
} as const;

/** The templates of the organisation's accounts, here and at WhatsApp. */
export default function Templates() {
  const { id } = useParams<{ id?: string }>();
  const [isCreating, setCreating] = useState(false);
  const [, go] = useLocation();
  const may = useMay();
  const channels = useChannels();
  const query = useFilters(NAMES);
  const templates = useList("GET /v1/templates", { query });
  const sync = useSync();
  const isFiltered = Object.keys(query).length > 0;
  const changes = may("templates:manage") && (
    <>
      <Button icon={RefreshCw} isBusy={sync.isRunning} onPress={sync.run}>
        {TEMPLATES.sync}
      </Button>
      <Button kind="main" icon={Plus} onPress={() => setCreating(true)}>
        {TEMPLATES.create}
      </Button>
    </>
  );
  const list = (
    <>
      <Header
        title={TEMPLATES.title}
        actions={
          <>
            <AsCommand
              cli={`templates list${optionsOf(query, OPTIONS)}`}
              route="GET /v1/templates"
              request={{ query }}
            />
            {changes}
          </>
        }
      />
      <ProblemNote problem={sync.problem} />
      <Filters filters={filtersOf(channels.options)} />
      <Table
        label={TEMPLATES.title}
        list={templates}
        columns={COLUMNS}
        idOf={(row) => row.id}
        hrefOf={(row) => `/templates/${row.id}`}
        chosen={id}
        empty={
          <Empty title={isFiltered ? TEMPLATES.noMatch : TEMPLATES.none}>
            {isFiltered ? TEMPLATES.noMatchText : TEMPLATES.noneText}
          </Empty>
        }
      />
      {isCreating && (
        <TemplateForm
          template={null}
          onSaved={({ id: made }) => go(`/templates/${made}`)}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
  return <Split list={list} detail={id === undefined ? null : <TemplateDetail key={id} id={id} />} />;
}

function filtersOf(channels: readonly Option[]): readonly Filter[] {
  const options = (words: Readonly<Record<string, string>>) =>
    Object.entries(words).map(([value, label]) => ({ value, label }));
  return [
    { name: "name", label: TEMPLATES.name, kind: "text" },
    { name: "status", label: TEMPLATES.status, kind: "choice", options: options(TEMPLATES.statuses) },
    { name: "category", label: TEMPLATES.category, kind: "choice", options: options(TEMPLATES.categories) },
    { name: "language", label: TEMPLATES.language, kind: "text" },
    { name: "channel_id", label: TEMPLATES.channel, kind: "choice", options: channels },
  ];
}
