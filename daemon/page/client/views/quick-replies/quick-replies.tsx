import { FileUp, Plus } from "lucide-react";
import { useState } from "react";
import { useParams } from "wouter";
import { useChannels } from "../../api/channels.ts";
import { filterNames } from "../../api/filter-names.ts";
import { useList } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand, optionsOf, quoted } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Filters, useFilters } from "../../parts/filters.tsx";
import { Header } from "../../parts/header.tsx";
import { Split } from "../../parts/split.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { REPLIES } from "../../view-words.ts";
import { ImportReplies } from "./import-replies.tsx";
import type { QuickReply } from "./quick-reply.ts";
import { QuickReplyDetail } from "./quick-reply-detail.tsx";
import { QuickReplyForm } from "./quick-reply-form.tsx";

const NAMES = filterNames<"GET /v1/quick_replies">()(["q", "channel_id"], {
  conversation_id: "fills them in for a conversation, in the inbox",
});

const COLUMNS: readonly Column<QuickReply>[] = [
  { name: REPLIES.shortcut, cell: ({ shortcut }) => `/${shortcut}` },
  { name: REPLIES.titleField, cell: ({ title }) => title },
  { name: REPLIES.changed, cell: ({ updated_at }) => <Time at={updated_at} />, isExtra: true },
];

/** Answers that people keep, to write them again. */
export default function QuickReplies() {
  const { id } = useParams<{ id?: string }>();
  const [doing, setDoing] = useState<"create" | "import" | null>(null);
  const may = useMay();
  const query = useFilters(NAMES);
  const replies = useList("GET /v1/quick_replies", { query });
  const channels = useChannels();
  const isFiltered = Object.keys(query).length > 0;
  const create = may("messages:send") && (
    <Button kind="main" icon={Plus} onPress={() => setDoing("create")}>
      {REPLIES.create}
    </Button>
  );
  const { q, ...others } = query;
  const words = q === undefined ? "" : ` ${quoted(q)}`;
  const list = (
    <>
      <Header
        title={REPLIES.title}
        actions={
          <>
            <AsCommand
              cli={`quick-replies list${words}${optionsOf(others, { channel_id: "--channel" })}`}
              route="GET /v1/quick_replies"
              request={{ query }}
            />
            {may("messages:send") && (
              <Button icon={FileUp} onPress={() => setDoing("import")}>
                {REPLIES.import}
              </Button>
            )}
            {create}
          </>
        }
      />
      <Filters
        filters={[
          { name: "q", label: REPLIES.search, kind: "text" },
          { name: "channel_id", label: REPLIES.channel, kind: "choice", options: channels.options },
        ]}
      />
      <Table
        label={REPLIES.title}
        list={replies}
        columns={COLUMNS}
        idOf={(reply) => reply.id}
        hrefOf={(reply) => `/settings/quick-replies/${reply.id}`}
        chosen={id}
        empty={
          <Empty title={isFiltered ? REPLIES.noMatch : REPLIES.none} action={!isFiltered && create}>
            {isFiltered ? REPLIES.noMatchText : REPLIES.noneText}
          </Empty>
        }
      />
      {doing === "create" && <QuickReplyForm reply={null} onClose={() => setDoing(null)} />}
      {doing === "import" && <ImportReplies onClose={() => setDoing(null)} />}
    </>
  );
  return <Split list={list} detail={id === undefined ? null : <QuickReplyDetail key={id} id={id} />} />;
}
