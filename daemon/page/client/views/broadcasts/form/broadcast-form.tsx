import { useState } from "react";
import { useChannels } from "../../../api/channels.ts";
import { errorAt } from "../../../api/problem.ts";
import { Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Form } from "../../../parts/fields/form.tsx";
import { PhoneTemplate } from "../../../parts/phone/phone-template.tsx";
import { slotsOf } from "../../../parts/templates/slots.ts";
import { useTemplates } from "../../../parts/templates/use-templates.ts";
import style from "../broadcasts.module.css";
import type { Broadcast } from "../states.ts";
import { BROADCASTS } from "../words.ts";
import { AudienceFields } from "./audience-fields.tsx";
import { ChannelsField } from "./channels-field.tsx";
import { type Draft, draftOf, withDefaults } from "./draft.ts";
import { PlanFields } from "./plan-fields.tsx";
import { shownValues } from "./slots.ts";
import { TemplateFields } from "./template-fields.tsx";
import { useSaving } from "./use-saving.tsx";
import { FORM } from "./words.ts";

type BroadcastFormProps = {
  /** The draft that is changed; null makes one. */
  broadcast: Broadcast | null;
  onSaved?: (broadcast: Broadcast) => void;
  onClose: () => void;
};

/** Writes a draft, or changes one, with what a phone will show of it beside. Nothing is sent. */
export function BroadcastForm({ broadcast, onSaved, onClose }: BroadcastFormProps) {
  const [before] = useState(() => draftOf(broadcast));
  const [given, setGiven] = useState(before);
  const channels = useChannels("whatsapp_official").options;
  const draft = withDefaults(given, channels[0]?.value);
  const set = (part: Partial<Draft>) => setGiven({ ...given, ...part });
  const templates = useTemplates(draft.channel_ids[0], draft.template);
  const saving = useSaving(broadcast, {
    before,
    draft,
    onSaved(saved) {
      onClose();
      onSaved?.(saved);
    },
  });
  const error = (path: string) => errorAt(saving.problem, path);
  const { chosen } = templates;
  const title = broadcast === null ? BROADCASTS.create : BROADCASTS.edit;
  return (
    <Dialog title={title} isOpen onClose={onClose} isWide>
      <Form {...saving} onCancel={onClose}>
        <div className={style.writing}>
          <div className={style.fields}>
            <Field
              label={FORM.name}
              hint={FORM.nameHint}
              value={given.name}
              onChange={(name) => set({ name })}
              error={error("/name")}
              maxLength={200}
            />
            <ChannelsField
              options={channels}
              chosen={draft.channel_ids}
              onChange={(channel_ids) => set({ channel_ids })}
              error={error("/channel_ids")}
            />
            <TemplateFields
              templates={templates}
              template={draft.template}
              onChange={(template) => set({ template })}
              error={error}
            />
            <AudienceFields
              audience={draft.audience}
              onChange={(audience) => set({ audience })}
              error={error}
            />
            <PlanFields draft={draft} onChange={set} problem={saving.problem} />
          </div>
          {chosen !== undefined && (
            <div className={style.beside}>
              <PhoneTemplate
                components={chosen.components}
                category={chosen.category}
                values={shownValues(slotsOf(chosen), draft.template.parameters ?? {})}
              />
            </div>
          )}
        </div>
      </Form>
    </Dialog>
  );
}
