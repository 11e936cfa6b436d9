import { ArrowLeft, Bot } from "lucide-react";
import { Fragment } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { useChannels } from "../../../api/channels.ts";
import { useMay } from "../../../api/session.tsx";
import { AsCommand } from "../../../parts/as-command.tsx";
import { Button, IconButton } from "../../../parts/button.tsx";
import { useTitle } from "../../../parts/header.tsx";
import { Menu } from "../../../parts/menu.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import { shortTime } from "../../../parts/time.tsx";
import { INBOX } from "../../../view-words.ts";
import { WORDS } from "../../../words.ts";
import { samplesOf } from "../actions/samples.ts";
import { useActions } from "../actions/use-actions.tsx";
import { PersonToggle } from "../person/toggle.tsx";
import { Presence } from "../together/presence.tsx";
import { type Conversation, nameOf } from "../types.ts";
import { GroupPeople } from "./group-people.tsx";
import style from "./thread.module.css";

/** Who of us holds it, and until when. */
function heldBy(held: Conversation["held_by"]): string | null {
  if (held?.until == null) return null;
  return INBOX.heldBy(held.name ?? INBOX.aKey, shortTime(new Date(held.until)));
}

/** Who the conversation is with, whose it is, and what can be done with it. */
export function ThreadHead({ conversation }: { conversation: Conversation }) {
  const { id, contact, contact_id, channel_id, status, handled_by, held_by, blocked_at, archived_at } =
    conversation;
  const isAgents = handled_by === "agent";
  const [, go] = useLocation();
  const search = useSearch();
  const may = useMay();
  const channels = useChannels();
  const name = nameOf(conversation);
  const toList = () => go(`/inbox${search === "" ? "" : `?${search}`}`);
  // where it is seen, it is read
  const actions = useActions(conversation, toList);
  useTitle(`${name} · ${INBOX.title}`);
  return (
    <header className={style.head}>
      <span className={style.back}>
        <IconButton label={WORDS.back} icon={ArrowLeft} onPress={toList} />
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
          {[
            archived_at !== null ? INBOX.filters.statuses.archived : null,
            conversation.legal_hold !== null ? INBOX.isLegallyHeld : null,
            blocked_at !== null ? INBOX.isBlocked : null,
            isAgents ? INBOX.agentAnswers : heldBy(held_by),
            contact?.phone_number,
            channels.nameOf(channel_id),
          ]
            .filter((one) => one && one !== name)
            .map((one, at) => (
              <Fragment key={one}>
                {at > 0 && " · "}
                <bdi>{one}</bdi>
              </Fragment>
            ))}
        </p>
        <Presence conversationId={id} />
      </div>
      {may("messages:send") && (
        <div className={style.own}>
          {isAgents && (
            <Button kind="main" icon={Bot} keys="h" onPress={actions.handOver}>
              {INBOX.takeOver}
            </Button>
          )}
          <Menu
            label={actions.assignee === INBOX.assign ? INBOX.assign : `${INBOX.assign}: ${actions.assignee}`}
            entries={actions.assign}
          >
            <span className={style.whose}>{actions.assignee}</span>
          </Menu>
          <Button keys="e" onPress={actions.close}>
            {status === "open" ? INBOX.close : INBOX.reopen}
          </Button>
        </div>
      )}
      <Menu label={INBOX.more} entries={actions.more} />
      {actions.dialogs}
      <GroupPeople conversation={conversation} />
      <PersonToggle conversation={conversation} />
      <span className={style.command}>
        <AsCommand
          cli={`conversations messages ${id}`}
          route="GET /v1/messages"
          request={{ query: { conversation_id: id } }}
          more={may("messages:send") ? samplesOf(conversation, actions.user) : []}
        />
      </span>
      <ProblemNote problem={actions.problem} />
    </header>
  );
}
