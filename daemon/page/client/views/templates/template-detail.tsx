import { type ReactNode, useState } from "react";
import { Link, useLocation } from "wouter";
import { useChannels } from "../../api/channels.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/code.tsx";
import { DetailOf } from "../../parts/detail-of.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { Menu } from "../../parts/menu.tsx";
import { PhoneTemplate } from "../../parts/phone/phone-template.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Detail, Facts } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import { TEMPLATES } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { Standing } from "./standing.tsx";
import { isSubmittable, STATUS_TONES, type Template } from "./states.ts";
import { TemplateForm } from "./template-form.tsx";

const BACK = "/templates";

/** One template: as a phone shows it, whether it can be sent, and what can be done about it. */
export function TemplateDetail({ id }: { id: string }) {
  const asked = useAsk("GET /v1/templates/{id}", { path: { id } });
  return (
    <DetailOf asked={asked} id={id} back={BACK}>
      {(template) => <Shown template={template} />}
    </DetailOf>
  );
}

function Shown({ template }: { template: Template }) {
  const { id, name, language, status, draft, components, category } = template;
  const path = { id };
  const may = useMay();
  const [doing, setDoing] = useState<"edit" | "remove" | null>(null);
  const [, go] = useLocation();
  const stop = () => setDoing(null);
  const submit = useChange("POST /v1/templates/{id}/submit", { done: () => toast(TEMPLATES.submitted) });
  const remove = useChange("DELETE /v1/templates/{id}", {
    done: () => {
      toast(TEMPLATES.removed);
      go(BACK);
    },
  });
  const mayChange = may("templates:manage");
  const actions = (
    <>
      <AsCommand cli={`templates get ${id}`} route="GET /v1/templates/{id}" request={{ path }} />
      {mayChange && isSubmittable(template) && (
        <Button kind="main" isBusy={submit.isRunning} onPress={() => void submit.run({ path })}>
          {TEMPLATES.submit}
        </Button>
      )}
      <Menu
        label={TEMPLATES.more}
        entries={[
          mayChange && status !== "pending" && { label: TEMPLATES.edit, onPress: () => setDoing("edit") },
          may("broadcasts:manage") &&
            status === "approved" && {
              label: TEMPLATES.broadcast,
              onPress: () => go(`/broadcasts?${new URLSearchParams({ template: name, language })}`),
            },
          mayChange && { label: TEMPLATES.remove, isDanger: true, onPress: () => setDoing("remove") },
        ]}
      />
    </>
  );
  return (
    <Detail title={name} back={BACK} actions={actions}>
      <State tone={STATUS_TONES[status] ?? "quiet"}>{TEMPLATES.statuses[status] ?? status}</State>
      <ProblemNote problem={submit.problem ?? remove.problem} />
      <Standing template={template} />
      {draft !== null && (
        <>
          <h3>{TEMPLATES.unsubmitted}</h3>
          <PhoneTemplate {...draft} />
          <h3>{TEMPLATES.inUse}</h3>
        </>
      )}
      <PhoneTemplate components={components} category={category} />
      <About template={template} />
      {doing === "edit" && <TemplateForm template={template} onClose={stop} />}
      <Confirm
        title={TEMPLATES.remove}
        action={TEMPLATES.remove}
        isOpen={doing === "remove"}
        isBusy={remove.isRunning}
        onConfirm={() => void remove.run({ path })}
        onClose={stop}
      >
        <p>{TEMPLATES.removeText}</p>
      </Confirm>
    </Detail>
  );
}

function About({ template }: { template: Template }) {
  const { nameOf } = useChannels();
  return <Facts facts={factsOf(template, nameOf(template.channel_id))} />;
}

function factsOf(template: Template, channel: string): [string, ReactNode][] {
  const { id, language, category, quality, channel_id, editable_at, updated_at } = template;
  return [
    [TEMPLATES.language, language],
    [TEMPLATES.category, TEMPLATES.categories[category] ?? category],
    [TEMPLATES.quality, quality && (TEMPLATES.qualities[quality] ?? quality)],
    [
      TEMPLATES.channel,
      <Link key="channel" href={`/channels/${channel_id}`}>
        {channel}
      </Link>,
    ],
    [TEMPLATES.editableAt, editable_at && <Time at={editable_at} />],
    [WORDS.id, <Id key="id" value={id} />],
    [TEMPLATES.changed, <Time key="changed" at={updated_at} />],
  ];
}
