import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import type { BodyOf } from "../../../api/call.ts";
import { useChannels } from "../../../api/channels.ts";
import { useAsk, useChange } from "../../../api/queries.ts";
import { useMay, useMe } from "../../../api/session.tsx";
import { AsCommand } from "../../../parts/as-command.tsx";
import { Button, IconButton } from "../../../parts/button.tsx";
import { useTitle } from "../../../parts/header.tsx";
import { useKeys } from "../../../parts/keys.ts";
import { Menu, type MenuEntry } from "../../../parts/menu.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import { exactTime } from "../../../parts/time.tsx";
import { toast } from "../../../parts/toast.tsx";
import { WORDS } from "../../../words.ts";
import { Snooze } from "../actions/snooze.tsx";
import { Tags } from "../actions/tags.tsx";
import { PersonToggle } from "../person/toggle.tsx";
import { Presence } from "../together/presence.tsx";
import { type Conversation, nameOf } from "../types.ts";
import { INBOX } from "../words.ts";
import { GroupPeople } from "./group-people.tsx";
import style from "./thread.module.css";

/** Who the conversation is with, whose it is, and what can be done with it. */
export function ThreadHead({ conversation }: { conversation: Conversation }) {
  const { id, contact, contact_id, channel_id, status } = conversation;
  const [, go] = useLocation();
  const search = useSearch();
  const may = useMay();
  const channels = useChannels();
  const actions = useActions(conversation);
  const name = nameOf(conversation);
  const list = `/inbox${search === "" ? "" : `?${search}`}`;
  useTitle(`${name} · ${INBOX.title}`);
  return (
    <header className={style.head}>
      <span className={style.back}>
        <IconButton label={WORDS.back} icon={ArrowLeft} onPress={() => go(list)} />
      </span>
      <div className={style.who}>
        <h2>
          {contact_id !== null && may("contacts:read") ? (
            <Link href={`/contacts/${contact_id}`} title={INBOX.openContact}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p className={style.quiet}>
          {[contact?.phone_number, channels.nameOf(channel_id)]
            .filter((one) => one && one !== name)
            .join(" · ")}
        </p>
        <Presence conversationId={id} />
      </div>
      {may("messages:send") && (
        <>
          <Menu
            label={actions.assignee === INBOX.assign ? INBOX.assign : `${INBOX.assign}: ${actions.assignee}`}
            entries={actions.assign}
          >
            {actions.assignee}
          </Menu>
          <Button onPress={actions.close}>{status === "open" ? INBOX.close : INBOX.reopen}</Button>
          <Menu label={INBOX.more} entries={actions.more} />
          {actions.dialogs}
        </>
      )}
      <GroupPeople conversation={conversation} />
      <PersonToggle conversation={conversation} />
      <span className={style.command}>
        <AsCommand
          cli={`conversations messages ${id}`}
          route="GET /v1/messages"
          request={{ query: { conversation_id: id } }}
        />
      </span>
      <ProblemNote problem={actions.problem} />
    </header>
  );
}

/** What can be done with a conversation, by buttons, menus and keys. */
function useActions(conversation: Conversation) {
  const { id, status, assignee_id } = conversation;
  const { user } = useMe();
  const may = useMay();
  const users = useAsk("GET /v1/conversations/colleagues", {});
  const [doing, setDoing] = useState<"snooze" | "tags" | null>(null);
  const update = useChange("PATCH /v1/conversations/{id}");
  const change = async (body: BodyOf<"PATCH /v1/conversations/{id}">, done: string) => {
    if ((await update.run({ path: { id }, body })) !== null) toast(done);
  };
  const assign = (to: string | null, name: string) =>
    change({ assignee_id: to }, to === null ? INBOX.assignedToNobody : INBOX.assignedTo(name));
  const close = () =>
    void change(
      { status: status === "open" ? "closed" : "open" },
      status === "open" ? INBOX.closed : INBOX.reopened,
    );
  const others = (users.data?.data ?? []).filter((one) => one.id !== user?.id);
  const toMe = user !== null && assignee_id !== user.id;
  useKeys(
    may("messages:send")
      ? [
          { keys: "e", does: INBOX.keyClose, run: close },
          { keys: "s", does: INBOX.keySnooze, run: () => setDoing("snooze") },
          { keys: "t", does: INBOX.keyTags, run: () => setDoing("tags") },
          {
            keys: "a",
            does: INBOX.keyAssign,
            run: () => void (user && assign(user.id, user.name ?? INBOX.you)),
          },
        ]
      : [],
  );
  const entries: (MenuEntry | false)[] = [
    toMe && {
      label: INBOX.assignToMe,
      keys: "a",
      onPress: () => void assign(user.id, user.name ?? INBOX.you),
    },
    ...others.map(({ id: other, name }) => ({ label: name, onPress: () => void assign(other, name) })),
    assignee_id !== null && { label: INBOX.assignToNobody, onPress: () => void assign(null, "") },
  ];
  const owner = others.find((one) => one.id === assignee_id);
  const assignee = assignee_id === null ? INBOX.assign : assignee_id === user?.id ? INBOX.you : owner?.name;
  const more: (MenuEntry | false)[] = [
    { label: INBOX.snooze, keys: "s", onPress: () => setDoing("snooze") },
    { label: INBOX.tags, keys: "t", onPress: () => setDoing("tags") },
  ];
  const snooze = (until: string | null) =>
    void change(
      { status: "snoozed", snoozed_until: until },
      until === null ? INBOX.snoozed : INBOX.snoozedUntil(exactTime(until)),
    );
  const stop = () => setDoing(null);
  const dialogs = (
    <>
      <Snooze isOpen={doing === "snooze"} onClose={stop} onChoose={snooze} />
      <Tags conversation={conversation} isOpen={doing === "tags"} onClose={stop} />
    </>
  );
  return {
    assign: entries,
    assignee: assignee ?? INBOX.assign,
    close,
    more,
    dialogs,
    problem: update.problem,
  };
}
