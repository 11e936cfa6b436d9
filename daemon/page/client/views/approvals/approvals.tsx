import { useParams } from "wouter";
import { useChannels } from "../../api/channels.ts";
import { filterNames } from "../../api/filter-names.ts";
import { useList } from "../../api/queries.ts";
import type { Approval } from "../../parts/approvals/waiting.ts";
import { AsCommand, optionsOf } from "../../parts/as-command.tsx";
import { Empty } from "../../parts/empty.tsx";
import { type Filter, Filters, useFilters } from "../../parts/filters.tsx";
import { Header } from "../../parts/header.tsx";
import { Split } from "../../parts/split.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { APPROVALS } from "../../view-words.ts";
import { ApprovalState, askerOf, BACK, personOf } from "./approval.tsx";
import { ApprovalDetail } from "./approval-detail.tsx";
import style from "./approvals.module.css";

const COLUMNS: readonly Column<Approval>[] = [
  { name: APPROVALS.to, cell: (approval) => <OneLine>{personOf(approval)}</OneLine> },
  { name: APPROVALS.message, cell: ({ preview }) => <OneLine>{preview.text}</OneLine> },
  { name: APPROVALS.status, cell: ({ status }) => <ApprovalState status={status} /> },
  { name: APPROVALS.askedBy, cell: (approval) => <OneLine>{askerOf(approval)}</OneLine>, isExtra: true },
  { name: APPROVALS.created, cell: ({ created_at }) => <Time at={created_at} />, isExtra: true },
];

/** All rows are equally high, however long a message is. */
function OneLine({ children }: { children: string }) {
  return <span className={style.line}>{children}</span>;
}

const NAMES = filterNames<"GET /v1/approvals">()(["status", "channel_id"], {
  key_id: "agents read their own by it",
  conversation_id: "each conversation shows its own",
});
/** Stands for every status; what waits is shown by itself. */
const ALL = "all";

function statusFilter(): Filter {
  const { waiting: _, ...others } = APPROVALS.statuses;
  const options = Object.entries({ [ALL]: APPROVALS.all, ...others }).map(([value, label]) => ({
    value,
    label,
  }));
  return { name: "status", label: APPROVALS.status, kind: "choice", options, unset: APPROVALS.onlyWaiting };
}

/** What agents may only send once somebody agrees: what waits, and what became of the others. */
export default function Approvals() {
  const { id } = useParams<{ id?: string }>();
  const { status = "waiting", channel_id } = useFilters(NAMES);
  const query = {
    ...(status === ALL ? {} : { status: status as Approval["status"] }),
    ...(channel_id === undefined ? {} : { channel_id }),
  };
  const approvals = useList("GET /v1/approvals", { query });
  const channels = useChannels();
  const cli = `approvals list${optionsOf(query, { status: "--status", channel_id: "--channel" })}`;
  const list = (
    <>
      <Header
        title={APPROVALS.title}
        actions={<AsCommand cli={cli} route="GET /v1/approvals" request={{ query }} />}
      />
      <Filters
        filters={[
          statusFilter(),
          { name: "channel_id", label: APPROVALS.channel, kind: "choice", options: channels.options },
        ]}
      />
      <Table
        label={APPROVALS.title}
        list={approvals}
        columns={COLUMNS}
        idOf={(approval) => approval.id}
        hrefOf={(approval) => `${BACK}/${approval.id}`}
        chosen={id}
        empty={
          status === "waiting" ? (
            <Empty title={APPROVALS.nothingWaits}>{APPROVALS.nothingWaitsText}</Empty>
          ) : (
            <Empty title={APPROVALS.noMatch}>{APPROVALS.noMatchText}</Empty>
          )
        }
      />
    </>
  );
  return <Split list={list} detail={id === undefined ? null : <ApprovalDetail key={id} id={id} />} />;
}
