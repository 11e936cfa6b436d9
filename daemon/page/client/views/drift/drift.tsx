import { number } from "../../../languages/forms.ts";
import type { ResponseOf } from "../../api/call.ts";
import { useAsk } from "../../api/queries.ts";
import { inItsOrder } from "../../api/unseen.ts";
import { isNew } from "../../parts/alarms/fresh.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Stack } from "../../parts/fields/form.tsx";
import { Header } from "../../parts/header.tsx";
import { Split } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { DRIFT } from "../../view-words.ts";

const ROUTE = "GET /v1/drift";
type Shape = ResponseOf<typeof ROUTE>["data"][number];

const COLUMNS: readonly Column<Shape>[] = [
  { name: DRIFT.shape, cell: ({ shape }) => <code>{inItsOrder(shape)}</code> },
  { name: DRIFT.source, cell: ({ source }) => DRIFT.sources[source] ?? source },
  {
    name: DRIFT.first,
    cell: ({ first_seen }) =>
      isNew(first_seen) ? (
        <State tone="warn">
          {DRIFT.fresh} <Time at={first_seen} />
        </State>
      ) : (
        <Time at={first_seen} />
      ),
  },
  { name: DRIFT.last, cell: ({ last_seen }) => <Time at={last_seen} />, isExtra: true },
  { name: DRIFT.count, cell: ({ count }) => number(count), isNumber: true, isExtra: true },
];

/** What Meta and WhatsApp send that nobody here reads. */
export default function Drift() {
  const { data, error, isPending, refetch } = useAsk(ROUTE, {});
  const list = { rows: data?.data ?? [], isPending, problem: error, refresh: () => void refetch() };
  const content = (
    <>
      <Header title={DRIFT.title} actions={<AsCommand cli="drift" route={ROUTE} request={{}} />} />
      <Stack>
        {list.rows.length > 0 && <p>{DRIFT.text}</p>}
        <Table
          label={DRIFT.title}
          list={list}
          columns={COLUMNS}
          idOf={({ source, shape }) => `${source} ${shape}`}
          empty={<Empty title={DRIFT.emptyTitle}>{DRIFT.emptyText}</Empty>}
        />
      </Stack>
    </>
  );
  return <Split list={content} detail={null} />;
}
