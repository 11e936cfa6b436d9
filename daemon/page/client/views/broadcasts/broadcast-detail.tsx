import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { useChannels } from "../../api/channels.ts";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { DetailOf } from "../../parts/detail-of.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Detail, Facts } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { BROADCASTS } from "../../view-words.ts";
import { audienceInWords } from "./audience.ts";
import style from "./broadcasts.module.css";
import { BroadcastForm } from "./form/broadcast-form.tsx";
import { type Doing, LifeActions, useLife } from "./life-actions.tsx";
import { People } from "./people.tsx";
import { planFacts } from "./plan-facts.tsx";
import { Progress } from "./progress.tsx";
import { Reasons } from "./reasons.tsx";
import { SentTemplate } from "./sent-template.tsx";
import { Stands } from "./stands.tsx";
import { StartDialog } from "./start-dialog.tsx";
import { type Report, STATUS_TONES } from "./states.ts";
import { TestDialog } from "./test-dialog.tsx";

const BACK = "/broadcasts";

/** One broadcast: a draft that can be changed, counted and started, then its way to its end, and what became of it. */
export function BroadcastDetail({ id }: { id: string }) {
  // those who are no longer written to after its end are counted without an event
  const asked = useAsk("GET /v1/broadcasts/{id}/report", { path: { id } }, { isOver: isCounted });
  return (
    <DetailOf asked={asked} id={id} back={BACK}>
      {(report) => <Shown report={report} />}
    </DetailOf>
  );
}

function isCounted({ ended_at, counts }: Report): boolean {
  return ended_at === null || counts.waiting === 0;
}

function Shown({ report }: { report: Report }) {
  const { id, name, status, counts } = report;
  const [doing, setDoing] = useState<Doing | null>(null);
  const stop = () => setDoing(null);
  const life = useLife(report);
  const isDraft = status === "draft";
  const plan = <Plan report={report} />;
  const tabs = [
    {
      id: "report",
      label: BROADCASTS.report,
      content: (
        <div className={style.block}>
          <Progress counts={counts} isOver={report.ended_at !== null} />
          {report.cost !== null && <p>{BROADCASTS.costSoFar(report.cost)}</p>}
          <Reasons report={report} />
        </div>
      ),
    },
    { id: "people", label: BROADCASTS.people, content: <People id={id} /> },
    { id: "plan", label: BROADCASTS.plan, content: plan },
  ];
  return (
    <Detail
      title={name}
      back={BACK}
      actions={<LifeActions report={report} life={life} doing={doing} onDo={setDoing} />}
    >
      <State tone={STATUS_TONES[status]}>{BROADCASTS.statuses[status]}</State>
      <ProblemNote problem={life.problem} />
      <Stands report={report} />
      {isDraft ? plan : <Tabs label={name} tabs={tabs} />}
      {doing === "edit" && <BroadcastForm broadcast={report} onClose={stop} />}
      {doing === "start" && <StartDialog broadcast={report} onClose={stop} />}
      {doing === "test" && <TestDialog id={id} onClose={stop} />}
    </Detail>
  );
}

function Plan({ report }: { report: Report }) {
  const may = useMay();
  const { nameOf } = useChannels();
  const { id, channel_ids, template, audience, status } = report;
  const facts: [string, ReactNode][] = [
    [
      BROADCASTS.template,
      <Link key="template" href={`/templates?name=${template.name}`}>
        {template.name} ({template.language})
      </Link>,
    ],
    [
      BROADCASTS.audience,
      audience.import_id !== undefined && may("contacts:read") ? (
        <Link key="audience" href={`/contacts/imports/${audience.import_id}`}>
          {audienceInWords(audience)}
        </Link>
      ) : (
        audienceInWords(audience)
      ),
    ],
    [BROADCASTS.channels, channel_ids.map(nameOf).join(", ")],
    ...planFacts(report),
  ];
  return (
    <div className={style.block}>
      <SentTemplate broadcast={report} />
      <Facts facts={facts} />
      {status !== "draft" && may("messages:read") && (
        <p>
          <Link href={`/messages?broadcast_id=${id}`}>{BROADCASTS.messages}</Link>
        </p>
      )}
    </div>
  );
}
