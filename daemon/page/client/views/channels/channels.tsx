import { Plus } from "lucide-react";
import { useState } from "react";
import { useParams } from "wouter";
import { filterNames } from "../../api/filter-names.ts";
import { useList } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { HealthScore, isAiling } from "../../parts/alarms/health.tsx";
import Reason from "../../parts/alarms/reason.tsx";
import { AsCommand, quoted } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { type Filter, Filters, useFilters } from "../../parts/filters.tsx";
import { Header } from "../../parts/header.tsx";
import { Split } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { CHANNELS } from "../../view-words.ts";
import { AddNumber, WaysToAdd, type WayToAdd } from "./add-number.tsx";
import { ChannelDetail } from "./channel-detail.tsx";
import style from "./channels.module.css";
import { type Channel, stateOf } from "./states.ts";

const COLUMNS: readonly Column<Channel>[] = [
  { name: CHANNELS.name, cell: ({ name }) => name },
  {
    name: CHANNELS.state,
    cell: (channel) => {
      const { tone, word } = stateOf(channel);
      const { health_score } = channel;
      return (
        <span className={style.states}>
          <State tone={tone}>{word}</State>
          {isAiling(health_score) && <HealthScore score={health_score} isNamed />}
        </span>
      );
    },
  },
  {
    name: CHANNELS.health,
    cell: ({ health_score }) => (health_score === null ? "–" : <HealthScore score={health_score} />),
    isExtra: true,
  },
  {
    name: CHANNELS.number,
    cell: ({ phone_number }) => <span className={style.number}>{phone_number ?? "–"}</span>,
  },
  { name: CHANNELS.why, cell: (channel) => <Reason channel={channel} />, isExtra: true },
  {
    name: CHANNELS.platform,
    cell: ({ platform }) => CHANNELS.platformsShort[platform] ?? platform,
    isExtra: true,
  },
  { name: CHANNELS.changed, cell: ({ updated_at }) => <Time at={updated_at} />, isExtra: true },
];

const NAMES = filterNames<"GET /v1/channels">()(["platform"], {});
const FILTERS: readonly Filter[] = [
  {
    name: "platform",
    label: CHANNELS.platform,
    kind: "choice",
    options: Object.entries(CHANNELS.platformsShort).map(([value, label]) => ({ value, label })),
  },
];

function commandOf(platform: string | undefined): string {
  return `channels list${platform === undefined ? "" : ` --platform ${quoted(platform)}`}`;
}

/** The numbers that messages are sent from, each with its state. */
export default function Channels() {
  const { id } = useParams<{ id?: string }>();
  const may = useMay();
  const [adding, setAdding] = useState<WayToAdd | null>(null);
  const { platform } = useFilters(NAMES);
  const query = platform === undefined ? {} : { platform };
  const channels = useList("GET /v1/channels", { query });
  const mayManage = may("channels:manage");
  const list = (
    <>
      <Header
        title={CHANNELS.title}
        actions={
          <>
            <AsCommand cli={commandOf(platform)} route="GET /v1/channels" request={{ query }} />
            {mayManage && (
              <Button kind="main" icon={Plus} onPress={() => setAdding("any")}>
                {CHANNELS.add}
              </Button>
            )}
          </>
        }
      />
      <Filters filters={FILTERS} />
      <Table
        label={CHANNELS.title}
        list={channels}
        columns={COLUMNS}
        idOf={(channel) => channel.id}
        hrefOf={(channel) => `/channels/${channel.id}`}
        chosen={id}
        empty={
          platform !== undefined ? (
            <Empty title={CHANNELS.noneOfPlatform} />
          ) : mayManage ? (
            <>
              <Empty title={CHANNELS.emptyTitle}>{CHANNELS.emptyText}</Empty>
              <WaysToAdd onChoose={setAdding} />
            </>
          ) : (
            <Empty title={CHANNELS.emptyTitle}>{CHANNELS.askSomebody}</Empty>
          )
        }
      />
      {adding !== null && <AddNumber way={adding} onChoose={setAdding} onClose={() => setAdding(null)} />}
    </>
  );
  return <Split list={list} detail={id === undefined ? null : <ChannelDetail key={id} id={id} />} />;
}
