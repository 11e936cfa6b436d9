import { useState } from "react";
import { Link } from "wouter";
import { money } from "../../../languages/forms.ts";
import { useChannels } from "../../api/channels.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { Refuse } from "../../parts/approvals/refuse.tsx";
import type { Approval } from "../../parts/approvals/waiting.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/code.tsx";
import { DetailOf } from "../../parts/detail-of.tsx";
import { PhoneMessage } from "../../parts/phone/phone-message.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Detail, Facts } from "../../parts/split.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import { APPROVALS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { ApprovalState, askerOf, BACK, personOf } from "./approval.tsx";
import style from "./approvals.module.css";

/** One approval: the message as its recipient would see it, and the buttons that decide. */
export function ApprovalDetail({ id }: { id: string }) {
  const asked = useAsk("GET /v1/approvals/{id}", { path: { id } });
  return (
    <DetailOf asked={asked} id={id} back={BACK}>
      {(approval) => <Shown approval={approval} />}
    </DetailOf>
  );
}

function Shown({ approval }: { approval: Approval }) {
  const { id, status, message, preview, channel_id } = approval;
  const path = { id };
  const [isRefusing, setRefusing] = useState(false);
  const may = useMay();
  const approve = useChange("POST /v1/approvals/{id}/approve", {
    done: (decided) => toast(decided.message_id === null ? APPROVALS.notSent : APPROVALS.sent),
  });
  const mayDecide = may("approvals:decide") && status === "waiting";
  return (
    <Detail
      title={personOf(approval)}
      back={BACK}
      actions={<AsCommand cli={`approvals get ${id}`} route="GET /v1/approvals/{id}" request={{ path }} />}
    >
      <ApprovalState status={status} />
      <ProblemNote problem={approve.problem} />
      <PhoneMessage
        {...{ type: message.type, content: message.content, direction: "outbound", text: preview.text }}
        channelId={channel_id}
      />
      {mayDecide && (
        <div className={style.decide}>
          <Button kind="main" isBusy={approve.isRunning} onPress={() => void approve.run({ path })}>
            {APPROVALS.send}
          </Button>
          <Button onPress={() => setRefusing(true)}>{APPROVALS.refuse}</Button>
        </div>
      )}
      <About approval={approval} />
      <Links approval={approval} />
      {isRefusing && <Refuse id={id} onClose={() => setRefusing(false)} />}
    </Detail>
  );
}

function About({ approval }: { approval: Approval }) {
  const { id, status, channel_id, message, created_at, expires_at, decided_at, reason, asked } = approval;
  const channels = useChannels();
  return (
    <Facts
      facts={[
        [APPROVALS.reason, reason],
        [APPROVALS.askedBy, askerOf(approval)],
        [
          APPROVALS.number,
          (message.to ?? message.recipient) && <Id value={message.to ?? message.recipient ?? ""} />,
        ],
        [APPROVALS.channel, channels.nameOf(channel_id)],
        [APPROVALS.cost, costInWords(approval)],
        [APPROVALS.later, message.scheduled_at && <Time at={message.scheduled_at} />],
        [APPROVALS.created, <Time key="created" at={created_at} />],
        status === "waiting" && [APPROVALS.until, <Time key="until" at={expires_at} />],
        [APPROVALS.asked, asked && askedInWords(asked)],
        [APPROVALS.decidedBy, deciderOf(approval)],
        [APPROVALS.decided, decided_at && <Time at={decided_at} />],
        [WORDS.id, <Id key="id" value={id} />],
      ]}
    />
  );
}

function askedInWords({ to, reason }: NonNullable<Approval["asked"]>): string {
  return reason === null ? to : APPROVALS.notAsked(to, reason);
}

function costInWords({ cost }: Approval): string | null {
  if (cost === null || cost.amount === null) return null;
  const amount = money(cost.amount, cost.currency);
  return cost.basis === "max_price" ? APPROVALS.atMost(amount) : amount;
}

const KINDS: Readonly<Record<string, string>> = APPROVALS.kinds;

function deciderOf({ decided_by }: Approval): string | null {
  if (decided_by === null) return null;
  return decided_by.name ?? KINDS[decided_by.kind] ?? decided_by.kind;
}

function Links({
  approval: { contact_id, conversation_id, message_id, requested_by },
}: {
  approval: Approval;
}) {
  const may = useMay();
  return (
    <nav className={style.links} aria-label={APPROVALS.links}>
      {conversation_id !== null && (
        <Link href={`/inbox/${conversation_id}`}>{APPROVALS.openConversation}</Link>
      )}
      {message_id !== null && <Link href={`/messages/${message_id}`}>{APPROVALS.openMessage}</Link>}
      {contact_id !== null && may("contacts:read") && (
        <Link href={`/contacts/${contact_id}`}>{APPROVALS.openContact}</Link>
      )}
      {may("keys:manage") && <Link href={`/settings/keys/${requested_by.key_id}`}>{APPROVALS.openKey}</Link>}
    </nav>
  );
}
