import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { money } from "../../../languages/forms.ts";
import { useChannels } from "../../api/channels.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Code, Id } from "../../parts/code.tsx";
import { DetailOf } from "../../parts/detail-of.tsx";
import { authorInWords } from "../../parts/phone/author.ts";
import { PhoneMessage } from "../../parts/phone/phone-message.tsx";
import { TYPE_NAMES } from "../../parts/phone/type-names.ts";
import { ProblemNote } from "../../parts/problem.tsx";
import { Detail, Facts } from "../../parts/split.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import { MESSAGES } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { LifeLine } from "./life-line.tsx";
import { MessageState } from "./message-state.tsx";
import style from "./messages.module.css";
import { isWaiting, type Message, personOf } from "./states.ts";
import { Why } from "./why.tsx";

/** One message: as a phone shows it, why it was not delivered, and its life. */
export function MessageDetail({ id }: { id: string }) {
  const asked = useAsk("GET /v1/messages/{id}", { path: { id } });
  return (
    <DetailOf asked={asked} id={id} back="/messages">
      {(message) => <Shown message={message} />}
    </DetailOf>
  );
}

function Shown({ message }: { message: Message }) {
  const { id, type, content, direction, status, text } = message;
  const path = { id };
  const may = useMay();
  const [, go] = useLocation();
  const cancel = useChange("POST /v1/messages/{id}/cancel", { done: () => toast(MESSAGES.cancelled) });
  const actions = (
    <>
      <AsCommand cli={`messages get ${id}`} route="GET /v1/messages/{id}" request={{ path }} />
      {may("messages:send") && isWaiting(message) && (
        <Button isBusy={cancel.isRunning} onPress={() => void cancel.run({ path })}>
          {MESSAGES.cancel}
        </Button>
      )}
      {may("messages:send") &&
        direction === "outbound" &&
        (status === "failed" || status === "cancelled") && (
          <Button icon={RotateCcw} onPress={() => go(`/messages/new?again=${id}`)}>
            {MESSAGES.again}
          </Button>
        )}
    </>
  );
  return (
    <Detail title={personOf(message)} back="/messages" actions={actions}>
      <MessageState direction={direction} status={status} />
      <ProblemNote problem={cancel.problem} />
      <Why message={message} />
      <PhoneMessage {...{ type, content, direction, text }} channelId={message.channel_id} />
      <LifeLine message={message} />
      <Links message={message} />
      <About message={message} />
    </Detail>
  );
}

function Links({ message: { id, conversation_id, contact_id, broadcast_id } }: { message: Message }) {
  const may = useMay();
  return (
    <nav className={style.links} aria-label={MESSAGES.links}>
      <Link href={`/inbox/${conversation_id}`}>{MESSAGES.itsConversation}</Link>
      {contact_id !== null && may("contacts:read") && (
        <Link href={`/contacts/${contact_id}`}>{MESSAGES.openContact}</Link>
      )}
      {broadcast_id !== null && (
        <Link href={`/messages/${id}?broadcast_id=${broadcast_id}`}>{MESSAGES.itsBroadcast}</Link>
      )}
      {broadcast_id !== null && may("broadcasts:read") && (
        <Link href={`/broadcasts/${broadcast_id}`}>{MESSAGES.openBroadcast}</Link>
      )}
    </nav>
  );
}

function About({ message }: { message: Message }) {
  const channels = useChannels();
  const { content, edits, result, metadata, pricing } = message;
  return (
    <>
      <Facts facts={factsOf(message, channels.nameOf(message.channel_id))} />
      {[
        json(MESSAGES.result, result),
        json(MESSAGES.metadata, metadata),
        json(MESSAGES.pricing, pricing),
        json(MESSAGES.content, content),
        ...edits.map((edit) => json(MESSAGES.before, edit.content, edit.at)),
      ]}
    </>
  );
}

function json(title: string, value: unknown, at: string | null = null): ReactNode {
  if (value === null || value === undefined) return null;
  return (
    <details key={title + at} className={style.block}>
      <summary>
        {title} <Time at={at} />
      </summary>
      <Code label={title}>{JSON.stringify(value, null, 2)}</Code>
    </details>
  );
}

function factsOf(message: Message, channel: string): [string, ReactNode][] {
  const { id, type, author, to, recipient, attempts, priority, rendered_as, provider_message_id } = message;
  return [
    [MESSAGES.type, TYPE_NAMES[type] ?? type],
    [
      MESSAGES.channel,
      <Link key="channel" href={`/channels/${message.channel_id}`}>
        {channel}
      </Link>,
    ],
    [MESSAGES.author, author && <bdi key="author">{authorInWords(author)}</bdi>],
    [MESSAGES.to, (to ?? recipient) && <Id value={to ?? recipient ?? ""} />],
    [MESSAGES.from, "from_phone" in message ? (message.from_phone ?? message.from_user_id) : null],
    [MESSAGES.group, message.group && (message.group.subject ?? message.group.id)],
    [MESSAGES.cost, costInWords(message.cost)],
    [MESSAGES.account, message.messaging_account_id],
    [MESSAGES.attempts, message.direction === "outbound" ? attempts : null],
    [MESSAGES.priority, priority],
    [MESSAGES.renderedAs, rendered_as],
    [MESSAGES.providerId, provider_message_id && <Id value={provider_message_id} />],
    [WORDS.id, <Id key="id" value={id} />],
    [MESSAGES.when, <Time key="when" at={message.created_at} />],
  ];
}

/** `€0.0456, billed`; null for a message that has no price. */
function costInWords(cost: Message["cost"]): string | null {
  if (cost === null || cost === undefined || cost.amount === null) return null;
  const state = MESSAGES.costStates[cost.state];
  return cost.state === "free" ? state : `${money(cost.amount, cost.currency)}, ${state}`;
}
