import { Download } from "lucide-react";
import { useChannels } from "../../api/channels.ts";
import { daemonNow } from "../../api/clock.ts";
import { download } from "../../api/download.ts";
import { useAsk, useList } from "../../api/queries.ts";
import { AsCommand, optionsOf } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Stack } from "../../parts/fields/form.tsx";
import { type Filter, Filters, useFilters } from "../../parts/filters.tsx";
import { Header } from "../../parts/header.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Split } from "../../parts/split.tsx";
import { Table } from "../../parts/table.tsx";
import { COSTS } from "../../view-words.ts";
import { Cards } from "./cards/cards.tsx";
import { columnsBy } from "./columns.tsx";
import { Forecast } from "./forecast.tsx";
import { Invoice } from "./invoice.tsx";
import { CardNotes, useNoCard } from "./no-card.tsx";
import { daysOf, earlierMonths, type Group, invoiceQueryOf, monthOf, queryOf } from "./question.ts";
import { Sums } from "./sums.tsx";

const ROUTE = "GET /v1/costs";
const FIRST_GROUP = "channel";
const OPTIONS = {
  ...{ group_by: "--by", from: "--from", to: "--to" },
  ...{ channel_id: "--channel", account_id: "--account", category: "--category", country: "--country" },
};
const optionsWith = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What a month's messages cost: together, by day, and by what is chosen. */
export default function Costs() {
  const channels = useChannels("whatsapp_official");
  const filters = useFilters(["month", "group_by", "channel_id", "account_id", "category", "country"]);
  const asked = filters.group_by ?? FIRST_GROUP;
  const by: Group = Object.hasOwn(COSTS.groups, asked) ? (asked as Group) : FIRST_GROUP;
  const query = queryOf(filters);
  const now = new Date(daemonNow());
  const all = useAsk(ROUTE, { query: { ...query, group_by: "day" } });
  const groups = useList(ROUTE, { query: { ...query, group_by: by } });
  const noCard = useNoCard();
  const list = (
    <>
      <Header
        title={COSTS.title}
        actions={
          <>
            <AsCommand
              cli={`costs${optionsOf({ ...query, group_by: by } as Record<keyof typeof OPTIONS, string>, OPTIONS)}`}
              route={ROUTE}
              request={{ query: { ...query, group_by: by } }}
            />
            <Button
              icon={Download}
              onPress={() => download("GET /v1/costs.csv", { query: { ...query, group_by: by } })}
            >
              {COSTS.exportCsv}
            </Button>
          </>
        }
      />
      {noCard ?? (
        <Stack>
          <Filters filters={filtersWith(channels.options, now)} />
          <CardNotes />
          <ProblemNote problem={all.error} onTryAgain={() => void all.refetch()} />
          {all.data !== undefined && <Sums costs={all.data} days={daysOf(monthOf(filters), now)} />}
          {monthOf(filters) === undefined && <Forecast channelId={filters.channel_id} />}
          <Table
            label={COSTS.title}
            list={groups}
            columns={columnsBy(by)}
            idOf={({ group }) => group ?? ""}
            empty={<Empty title={COSTS.emptyTitle}>{COSTS.emptyText}</Empty>}
          />
          <Cards />
          <Invoice query={invoiceQueryOf(filters, now)} />
        </Stack>
      )}
    </>
  );
  return <Split list={list} detail={null} />;
}

function filtersWith(channels: readonly { value: string; label: string }[], now: Date): readonly Filter[] {
  const { [FIRST_GROUP]: first, ...others } = COSTS.groups;
  return [
    {
      name: "month",
      label: COSTS.month,
      kind: "choice",
      options: earlierMonths(now),
      unset: COSTS.thisMonth,
    },
    { name: "group_by", label: COSTS.by, kind: "choice", options: optionsWith(others), unset: first },
    { name: "channel_id", label: COSTS.channel, kind: "choice", options: channels },
    { name: "category", label: COSTS.category, kind: "choice", options: optionsWith(COSTS.categories) },
    { name: "country", label: COSTS.country, kind: "text", placeholder: COSTS.countryExample },
    {
      name: "account_id",
      label: COSTS.headings.account,
      kind: "text",
      placeholder: COSTS.accountExample,
    },
  ];
}
