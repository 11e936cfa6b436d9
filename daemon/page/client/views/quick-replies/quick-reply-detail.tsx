import { useState } from "react";
import { useLocation } from "wouter";
import { useChannels } from "../../api/channels.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { seenOr } from "../../api/unseen.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/code.tsx";
import { DetailOf } from "../../parts/detail-of.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { useKeys } from "../../parts/keys.ts";
import { Menu } from "../../parts/menu.tsx";
import { PhoneFile } from "../../parts/phone/files/file.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Detail, Facts } from "../../parts/split.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import { REPLIES } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import style from "./quick-replies.module.css";
import { BACK, type QuickReply } from "./quick-reply.ts";
import { QuickReplyForm } from "./quick-reply-form.tsx";

/** One quick reply: its text, and what can be done with it. */
export function QuickReplyDetail({ id }: { id: string }) {
  const asked = useAsk("GET /v1/quick_replies/{id}", { path: { id } });
  return (
    <DetailOf asked={asked} id={id} back={BACK}>
      {(reply) => <Shown reply={reply} />}
    </DetailOf>
  );
}

function Shown({ reply }: { reply: QuickReply }) {
  const [doing, setDoing] = useState<"edit" | "remove" | null>(null);
  const may = useMay();
  const stop = () => setDoing(null);
  const { id, shortcut, title, body } = reply;
  const actions = (
    <>
      <AsCommand
        cli={`quick-replies get ${id}`}
        route="GET /v1/quick_replies/{id}"
        request={{ path: { id } }}
      />
      {may("messages:send") && <Change onEdit={() => setDoing("edit")} onRemove={() => setDoing("remove")} />}
    </>
  );
  return (
    <Detail title={`/${shortcut}`} back={BACK} actions={actions}>
      <p className={style.body}>{seenOr(body, WORDS.notSet)}</p>
      <Facts
        facts={[
          [REPLIES.titleField, title],
          [REPLIES.file, reply.media_id && <File key="file" id={reply.media_id} />],
          [REPLIES.channels, <Channels key="channels" ids={reply.channel_ids} />],
          [REPLIES.created, <Time key="made" at={reply.created_at} />],
          [REPLIES.changed, <Time key="changed" at={reply.updated_at} />],
          [WORDS.id, <Id key="id" value={id} />],
        ]}
      />
      {doing === "edit" && <QuickReplyForm reply={reply} onClose={stop} />}
      {doing === "remove" && <Remove id={id} onClose={stop} />}
    </Detail>
  );
}

function Change({ onEdit, onRemove }: { onEdit: () => void; onRemove: () => void }) {
  useKeys([{ keys: "e", does: REPLIES.edit, run: onEdit }]);
  return (
    <>
      <Button onPress={onEdit}>{REPLIES.edit}</Button>
      <Menu
        label={REPLIES.actions}
        entries={[{ label: REPLIES.remove, isDanger: true, onPress: onRemove }]}
      />
    </>
  );
}

function Remove({ id, onClose }: { id: string; onClose: () => void }) {
  const [, go] = useLocation();
  const remove = useChange("DELETE /v1/quick_replies/{id}", {
    done: () => {
      toast(REPLIES.removed);
      go(BACK);
    },
  });
  const request = { path: { id } };
  return (
    <Confirm
      title={REPLIES.remove}
      action={REPLIES.remove}
      isOpen
      isBusy={remove.isRunning}
      aside={
        <AsCommand
          cli={`quick-replies delete ${id} --yes`}
          route="DELETE /v1/quick_replies/{id}"
          request={request}
        />
      }
      onConfirm={() => void remove.run(request)}
      onClose={onClose}
    >
      <p>{REPLIES.removeText}</p>
      <ProblemNote problem={remove.problem} />
    </Confirm>
  );
}

/** The file that is sent with it. */
function File({ id }: { id: string }) {
  const { data } = useAsk("GET /v1/media/{id}/info", { path: { id } });
  if (data === undefined) return null;
  const { mime_type, filename, width, height } = data;
  const family = mime_type?.split("/")[0] ?? "";
  return <PhoneFile kind={family} file={{ media_id: id, file_name: filename, width, height }} />;
}

/** The channels that it is for, by name. */
function Channels({ ids }: { ids: QuickReply["channel_ids"] }) {
  const { nameOf } = useChannels();
  if (ids === null) return REPLIES.allChannels;
  return ids.map((id) => <div key={id}>{seenOr(nameOf(id), id)}</div>);
}
