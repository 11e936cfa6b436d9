import { ArrowDownLeft, ArrowUpRight, CircleX, ListFilter, Send } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useLocation, useParams, useSearch } from "wouter";
import { useChannels } from "../../api/channels.ts";
import { useList } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button, IconButton } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Filters, useFilters } from "../../parts/filters.tsx";
import { Header } from "../../parts/header.tsx";
import { useKeys } from "../../parts/keys.ts";
import { TYPE_NAMES } from "../../parts/phone/type-names.ts";
import { Skeleton } from "../../parts/skeleton.tsx";
import { Split } from "../../parts/split.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { MESSAGES } from "../../view-words.ts";
import { CancelMany, cancelledBy } from "./cancel-many.tsx";
import { commandOf, filtersOf, NAMES, queryOf, RARE } from "./filters.ts";
import { MessageDetail } from "./message-detail.tsx";
import { MessageState } from "./message-state.tsx";
import style from "./messages.module.css";
import { type Message, personOf } from "./states.ts";

/** Stands in the address where a message is written. */
const NEW = "new";
/** Writing a message is loaded when somebody does. */
const SendMessage = lazy(() => import("./send/send-message.tsx"));

/** Every message in and out, and the life of each. */
export default function Messages() {
  const { id } = useParams<{ id?: string }>();
  const chosen = useFilters(NAMES);
  const query = queryOf(chosen);
  const messages = useList("GET /v1/messages", { query });
  const channels = useChannels();
  const [isMore, setMore] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const hasRare = isMore || RARE.some((name) => chosen[name] !== undefined);
  const isFiltered = Object.keys(chosen).length > 0;
  const maySend = useMay()("messages:send");
  const cancellable = maySend ? cancelledBy(chosen) : null;
  const [, go] = useLocation();
  const search = useSearch();
  const startSending = () => go(`/messages/${NEW}${search === "" ? "" : `?${search}`}`);
  useKeys(maySend ? [{ keys: "c", does: MESSAGES.send, run: startSending }] : []);
  const list = (
    <>
      <Header
        title={MESSAGES.title}
        actions={
          <>
            <IconButton
              label={MESSAGES.moreFilters}
              icon={ListFilter}
              isPressed={hasRare}
              onPress={() => setMore(!isMore)}
            />
            <AsCommand cli={commandOf(chosen)} route="GET /v1/messages" request={{ query }} />
            {cancellable !== null && (
              <IconButton label={MESSAGES.cancelMany} icon={CircleX} onPress={() => setCancelling(true)} />
            )}
            {maySend && (
              <Button kind="main" icon={Send} onPress={startSending}>
                {MESSAGES.send}
              </Button>
            )}
          </>
        }
      />
      <Filters filters={filtersOf(channels.options, hasRare)} />
      <Table
        label={MESSAGES.title}
        list={messages}
        columns={columnsOf(channels.nameOf)}
        idOf={(row) => row.id}
        hrefOf={(row) => `/messages/${row.id}`}
        chosen={id}
        empty={
          <Empty title={isFiltered ? MESSAGES.noMatch : MESSAGES.none}>
            {isFiltered ? MESSAGES.noMatchText : MESSAGES.noneText}
          </Empty>
        }
      />
      {isCancelling && cancellable !== null && (
        <CancelMany chosen={chosen} filters={cancellable} onClose={() => setCancelling(false)} />
      )}
    </>
  );
  return <Split list={list} detail={detailOf(id, maySend)} />;
}

function detailOf(id: string | undefined, maySend: boolean) {
  if (id === undefined || (id === NEW && !maySend)) return null;
  if (id !== NEW) return <MessageDetail key={id} id={id} />;
  return (
    <Suspense fallback={<Skeleton />}>
      <SendMessage />
    </Suspense>
  );
}

function columnsOf(nameOf: (channelId: string) => string): readonly Column<Message>[] {
  return [
    {
      name: MESSAGES.person,
      cell: (message) => (
        <span className={style.person}>
          <bdi>{personOf(message)}</bdi>
          <span className={style.when}>
            <Time at={message.created_at} />
          </span>
        </span>
      ),
    },
    {
      name: MESSAGES.text,
      cell: ({ text, type, direction }) => (
        <span className={style.text}>
          {direction === "inbound" ? (
            <ArrowDownLeft size="1rem" aria-label={MESSAGES.directions.inbound} />
          ) : (
            <ArrowUpRight size="1rem" aria-label={MESSAGES.directions.outbound} />
          )}
          <bdi className={style.line}>{text ?? TYPE_NAMES[type] ?? type}</bdi>
        </span>
      ),
    },
    {
      name: MESSAGES.status,
      cell: ({ direction, status }) => <MessageState direction={direction} status={status} />,
    },
    { name: MESSAGES.type, cell: ({ type }) => TYPE_NAMES[type] ?? type, isExtra: true },
    { name: MESSAGES.channel, cell: ({ channel_id }) => nameOf(channel_id), isExtra: true },
    { name: MESSAGES.when, cell: ({ created_at }) => <Time at={created_at} />, isExtra: true },
  ];
}
