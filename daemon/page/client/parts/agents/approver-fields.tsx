import { useChannels } from "../../api/channels.ts";
import { AGENT } from "../../view-words.ts";
import { Checkbox } from "../fields/checkbox.tsx";
import field from "../fields/field.module.css";
import { Field } from "../fields/field.tsx";
import { Select } from "../fields/select.tsx";
import { TemplateSelect } from "../templates/template-select.tsx";
import { useTemplates } from "../templates/use-templates.ts";
import style from "./agents.module.css";
import type { Approver, GuardProps } from "./guard.ts";

/** Who approves what waits, besides the users who may: folded unless something is wrong there. */
export function ApproverFields({ guard, onChange, error, isWrong }: GuardProps & { isWrong: boolean }) {
  const { options } = useChannels("whatsapp_official");
  const { atClient, approver } = guard;
  const blank = { channel_id: options[0]?.value ?? "", to: "", template: null };
  return (
    <details className={style.more} open={isWrong}>
      <summary>{AGENT.whoApproves}</summary>
      <p>{AGENT.whoApprovesText}</p>
      <div>
        <Checkbox isOn={atClient} onChange={(isOn) => onChange({ atClient: isOn })}>
          {AGENT.atClient}
        </Checkbox>
        <p className={field.hint}>{AGENT.atClientHint}</p>
      </div>
      <Checkbox
        isOn={approver !== null}
        onChange={(isOn) => onChange({ approver: isOn ? blank : null })}
        isDisabled={options.length === 0}
      >
        {options.length === 0 ? AGENT.noOfficial : AGENT.asks}
      </Checkbox>
      {approver !== null && (
        <>
          <Select
            label={AGENT.asksFrom}
            options={options}
            value={approver.channel_id}
            onChange={(channel_id) => onChange({ approver: { ...approver, channel_id, template: null } })}
            error={error("/approval_to/channel_id")}
          />
          <Field
            label={AGENT.asksTo}
            hint={AGENT.asksToHint}
            type="tel"
            value={approver.to}
            onChange={(to) => onChange({ approver: { ...approver, to } })}
            error={error("/approval_to/to")}
            isRequired
          />
          <Invitation
            approver={approver}
            onChange={(template) => onChange({ approver: { ...approver, template } })}
            error={error("/approval_to/template/name")}
          />
        </>
      )}
    </details>
  );
}

const NO_TEMPLATE = { name: "", language: "" };

type InvitationProps = {
  approver: Approver;
  onChange: (template: Approver["template"]) => void;
  error: string | null;
};

/** The template that has somebody write to the number, so that they can be asked. */
function Invitation({ approver: { channel_id, template }, onChange, error }: InvitationProps) {
  const templates = useTemplates(template === null ? undefined : channel_id, template ?? NO_TEMPLATE);
  return (
    <>
      <div>
        <Checkbox isOn={template !== null} onChange={(isOn) => onChange(isOn ? NO_TEMPLATE : null)}>
          {AGENT.invites}
        </Checkbox>
        <p className={field.hint}>{AGENT.invitesHint}</p>
      </div>
      {template !== null && (
        <TemplateSelect templates={templates} value={template} onChange={onChange} error={error} />
      )}
    </>
  );
}
