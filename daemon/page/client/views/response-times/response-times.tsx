import { Download } from "lucide-react";
import { number, time } from "../../../languages/forms.ts";
import type { RowOf } from "../../api/call.ts";
import { useChannels } from "../../api/channels.ts";
import { daemonNow } from "../../api/clock.ts";
import { download } from "../../api/download.ts";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { useTeams } from "../../api/teams.ts";
import { AsCommand, optionsOf } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Stack } from "../../parts/fields/form.tsx";
import { begunSmall, type Filter, Filters, useFilters } from "../../parts/filters.tsx";
import { Header } from "../../parts/header.tsx";
import { Plot } from "../../parts/plot/plot.tsx";
import { Split } from "../../parts/split.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { COSTS, TIMES } from "../../view-words.ts";
import { byHour, DAYS, type Group, length, queryOf } from "./question.ts";
import style from "./response-times.module.css";

const ROUTE = "GET /v1/response_times";
/** No event makes them old. */
const NO_EVENT = { isReadEachTime: true };
const OPTIONS = {
  ...{ group_by: "--by", from: "--from", time_zone: "--zone" },
  ...{ channel_id: "--channel", team_id: "--team" },
};

/** How long people wait for answers: by hour, and by what is chosen. */
export default function ResponseTimes() {
  const may = useMay();
  const channels = useChannels();
  const teams = useTeams();
  const filters = useFilters(["days", "group_by", "channel_id", "team_id"]);
  const groups = GROUPS.filter((name) => name !== "user" || may("audit:read"));
  const by = groups.find((name) => name === filters.group_by) ?? GROUPS[0];
  const now = daemonNow();
  const query = queryOf(filters, by, now);
  const asked = useAsk(ROUTE, { query }, NO_EVENT);
  const hours = useAsk(ROUTE, { query: { ...query, group_by: "hour" } }, NO_EVENT);
  const list = (
    <>
      <Header
        title={TIMES.title}
        actions={
          <>
            <AsCommand
              cli={`response-times${optionsOf(query as Record<keyof typeof OPTIONS, string>, OPTIONS)}`}
              route={ROUTE}
              request={{ query }}
            />
            <Button icon={Download} onPress={() => download("GET /v1/response_times.csv", { query })}>
              {COSTS.exportCsv}
            </Button>
          </>
        }
      />
      <Stack>
        <p className={style.about}>{TIMES.text}</p>
        <Filters filters={filtersWith(groups, channels.options, teams.options)} />
        {hours.data !== undefined && hours.data.total.answers.count > 0 && (
          <ByHour rows={hours.data.data} now={now} />
        )}
        <Table
          label={TIMES.title}
          list={{ rows: asked.data?.data ?? [], isPending: asked.isPending, problem: asked.error }}
          columns={columnsBy(by, now)}
          idOf={({ group }) => group ?? ""}
          empty={<Empty title={TIMES.emptyTitle}>{TIMES.emptyText}</Empty>}
        />
      </Stack>
    </>
  );
  return <Split list={list} detail={null} />;
}

type Row = RowOf<typeof ROUTE>;

const GROUPS = ["channel", "team", "user", "hour"] as const satisfies readonly Group[];

function ByHour({ rows, now }: { rows: readonly Row[]; now: number }) {
  const { times, half, most } = byHour(rows, new Date(now));
  return (
    <Plot
      label={TIMES.byHour}
      times={times}
      series={[
        { label: TIMES.half, color: "accent", values: half },
        { label: TIMES.most, color: "ink", values: most },
      ]}
      isLastSaid={false}
    />
  );
}

function columnsBy(by: Group, now: number): readonly Column<Row>[] {
  return [
    { name: TIMES.headings[by], cell: (row) => nameOf(by, row, now) },
    { name: TIMES.answers, cell: ({ answers }) => number(answers.count), isNumber: true },
    { name: TIMES.half, cell: ({ answers }) => length(answers.median_seconds), isNumber: true },
    { name: TIMES.most, cell: ({ answers }) => length(answers.p90_seconds), isNumber: true },
    {
      ...{ name: TIMES.closed, isNumber: true, isExtra: true },
      cell: ({ resolutions }) => number(resolutions.count),
    },
    {
      ...{ name: TIMES.openHalf, isNumber: true, isExtra: true },
      cell: ({ resolutions }) => length(resolutions.median_seconds),
    },
  ];
}

function nameOf(by: Group, { group, name }: Row, now: number): string {
  if (group === null) return TIMES.noTeam;
  if (group === "automatic") return TIMES.automatic;
  if (by === "hour") return time(new Date(new Date(now).setHours(Number(group), 0, 0, 0)), "clock");
  if (by === "user") return name ?? (group === "phone" ? TIMES.phone : TIMES.gone);
  return name ?? (by === "team" ? TIMES.goneTeam : group);
}

type Options = readonly { value: string; label: string }[];

function filtersWith(groups: readonly Group[], channels: Options, teams: Options): readonly Filter[] {
  const [first, ...others] = DAYS;
  const [firstGroup = "channel", ...otherGroups] = groups;
  return [
    {
      ...{ name: "days", label: TIMES.period, kind: "choice", unset: TIMES.lastDays(first) },
      options: others.map((days) => ({ value: String(days), label: TIMES.lastDays(days) })),
    },
    {
      ...{ name: "group_by", label: COSTS.by, kind: "choice", unset: TIMES.headings[firstGroup] },
      options: otherGroups.map((name) => ({
        value: name,
        label: `${COSTS.by}: ${begunSmall(TIMES.headings[name])}`,
      })),
    },
    { name: "channel_id", label: TIMES.headings.channel, kind: "choice", options: channels },
    { name: "team_id", label: TIMES.headings.team, kind: "choice", options: teams },
  ];
}
