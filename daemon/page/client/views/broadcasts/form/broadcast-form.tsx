import { Users } from "lucide-react";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { useChannels } from "../../../api/channels.ts";
import { errorAt } from "../../../api/problem.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { Form } from "../../../parts/fields/form.tsx";
import { useTemplates } from "../../../parts/templates/use-templates.ts";
import { BROADCASTS, FORM } from "../../../view-words.ts";
import { FilledTemplate } from "../filled-template.tsx";
import { PreviewShown } from "../preview.tsx";
import type { Broadcast } from "../states.ts";
import { usePreview } from "../use-preview.ts";
import { AudienceFields } from "./audience-fields.tsx";
import { ChannelsField } from "./channels-field.tsx";
import { type Draft, draftOf, withDefaults } from "./draft.ts";
import style from "./form.module.css";
import { PlanFields } from "./plan-fields.tsx";
import { TemplateFields } from "./template-fields.tsx";
import { useSaving } from "./use-saving.tsx";

const PREVIEW = "POST /v1/broadcasts/preview";

type BroadcastFormProps = {
  /** The draft that is changed; null makes one. */
  broadcast: Broadcast | null;
  /** What a new one begins with. */
  begun?: Partial<Draft>;
  onSaved?: (broadcast: Broadcast) => void;
  onClose: () => void;
};

/** Writes a draft, or changes one, with what a phone will show of it beside. Nothing is sent. */
export function BroadcastForm({ broadcast, begun, onSaved, onClose }: BroadcastFormProps) {
  const [before] = useState(() => draftOf(broadcast, begun));
  const [given, setGiven] = useState(before);
  const channels = useChannels("whatsapp_official").options;
  const draft = withDefaults(given, channels[0]?.value);
  const counting = usePreview((query, signal) => call(PREVIEW, { body: draft, query }, { signal }));
  const set = (part: Partial<Draft>) => {
    counting.clear();
    setGiven({ ...given, ...part });
  };
  const templates = useTemplates(draft.channel_ids[0], draft.template);
  const saving = useSaving(broadcast, {
    before,
    draft,
    onSave: counting.clear,
    onSaved(saved) {
      onClose();
      onSaved?.(saved);
    },
  });
  const problem = counting.problem ?? saving.problem;
  const error = (path: string) => errorAt(problem, path);
  const { chosen } = templates;
  const title = broadcast === null ? BROADCASTS.create : BROADCASTS.edit;
  return (
    <Dialog title={title} isOpen onClose={onClose} isWide>
      <Form {...saving.form} problem={problem} onCancel={onClose}>
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
              problem={problem}
              error={error}
            />
            <PlanFields draft={draft} onChange={set} problem={problem} />
          </div>
          {chosen !== undefined && (
            <div className={style.beside}>
              <FilledTemplate template={chosen} parameters={draft.template.parameters ?? {}} />
              <Button
                icon={Users}
                isBusy={counting.isRunning}
                onPress={() => saving.check() && void counting.run()}
              >
                {BROADCASTS.preview}
              </Button>
              {counting.preview !== null && <PreviewShown preview={counting.preview} />}
            </div>
          )}
        </div>
      </Form>
    </Dialog>
  );
}
