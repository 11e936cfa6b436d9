import type { ReactNode } from "react";
import { money, number } from "../../../languages/forms.ts";
import { useChannels } from "../../api/channels.ts";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import common from "../../style/common.module.css";
import { AGENT } from "../../view-words.ts";
import { hoursInWords } from "../hours/hours.ts";
import { TYPE_NAMES } from "../phone/type-names.ts";
import { Facts } from "../split.tsx";
import { type Agent, LIMITS, type Limit } from "./guard.ts";

/** What an agent's key is limited to, in words: a line for each limit that is set. */
export function GuardFacts({ agent }: { agent: Agent }) {
  const { approval = "never", approval_at_client, approval_to, types, templates, hours, when_held } = agent;
  const { nameOf } = useChannels();
  const waits = AGENT.approvals.find(({ value }) => value === approval)?.label;
  return (
    <section className={common.block} aria-label={AGENT.guard}>
      <h3>{AGENT.guard}</h3>
      <p>{AGENT.guardText}</p>
      <Facts
        facts={[
          [AGENT.writesTo, <Recipients key="recipients" agent={agent} />],
          [AGENT.approval, waits],
          [AGENT.whoApproves, approval_at_client ? AGENT.alsoAtClient : null],
          [AGENT.asked, approval_to && AGENT.askedBy(approval_to.to, nameOf(approval_to.channel_id))],
          [AGENT.invitation, approval_to?.template?.name],
          ...LIMITS.map((name) => [AGENT.limits[name], amountOf(agent, name)] as const),
          [AGENT.types, types?.map((type) => TYPE_NAMES[type] ?? type).join(", ")],
          [AGENT.templates, templates?.join(", ")],
          [AGENT.whenHeld, AGENT.heldAnswers.find(({ value }) => value === when_held)?.label],
          [AGENT.hours, hours && hoursInWords(hours)],
        ]}
      />
    </section>
  );
}

function Recipients({ agent: { recipients, list_id: id = "" } }: { agent: Agent }): ReactNode {
  const may = useMay();
  const isNamed = recipients === "list" && may("crm:read");
  const list = useAsk("GET /v1/crm/lists/{id}", { path: { id } }, { enabled: isNamed });
  const words = AGENT.recipients.find(({ value }) => value === recipients)?.label;
  return recipients === "list" ? AGENT.onList(words ?? "", list.data?.name ?? id) : words;
}

function amountOf(agent: Agent, name: Limit): string | undefined {
  const most = agent[name];
  if (most === undefined) return undefined;
  const isMoney = name === "money_per_hour" || name === "money_per_day";
  return isMoney ? money(most, agent.currency ?? "") : number(most);
}
