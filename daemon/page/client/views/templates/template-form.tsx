import { useState } from "react";
import { useChannels } from "../../api/channels.ts";
import { useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Checkbox } from "../../parts/fields/checkbox.tsx";
import { Form, Pair } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { PhoneTemplate } from "../../parts/phone/phone-template.tsx";
import { toast } from "../../parts/toast.tsx";
import { TEMPLATES } from "../../view-words.ts";
import { ComponentFields } from "./component-fields.tsx";
import { type Definition, definitionOf, inCategory, inFormat, isSimple } from "./definition.ts";
import { JsonComponents } from "./json-components.tsx";
import { Naming } from "./naming.tsx";
import { Problems, problemsOf } from "./problems.tsx";
import type { Template } from "./states.ts";
import style from "./templates.module.css";

type TemplateFormProps = {
  /** Null makes one. */
  template: Template | null;
  onSaved?: (template: Template) => void;
  onClose: () => void;
};

/** Writes a template, or changes one: with what a phone shows of it, and what Meta would refuse, beside it. */
export function TemplateForm({ template, onSaved, onClose }: TemplateFormProps) {
  const [given, setDefinition] = useState(() => definitionOf(template, ""));
  const [isTried, setTried] = useState(false);
  const [wantsJson, setJson] = useState(false);
  const channels = useChannels("whatsapp_official").options;
  const definition = { ...given, channel_id: given.channel_id || (channels[0]?.value ?? "") };
  const set = (part: Partial<Definition>) => setDefinition({ ...given, ...part });
  const saved = (one: Template) => {
    toast(template === null ? TEMPLATES.created : TEMPLATES.saved);
    onClose();
    onSaved?.(one);
  };
  const create = useChange("POST /v1/templates", { done: saved });
  const update = useChange("PATCH /v1/templates/{id}", { done: saved });
  const { problem, isRunning } = template === null ? create : update;
  const problems = problemsOf(definition);
  const errorAt = (path: string, value: unknown) => {
    const isWritten = isTried || (value !== undefined && value !== "");
    return isWritten ? (problems.find((one) => one.path === path)?.message ?? null) : null;
  };
  // what has no type is refused by the rules
  const body = { ...definition, components: definition.components as { type: string }[] };
  const { channel_id: _, name: _name, language: _language, ...changes } = body;
  function save() {
    setTried(true);
    if (problems.length > 0) return;
    if (template === null) void create.run({ body });
    else void update.run({ path: { id: template.id }, body: changes });
  }
  const canHaveFields = isSimple(definition);
  const aside =
    template === null ? (
      <AsCommand cli="templates create --file template.json" route="POST /v1/templates" request={{ body }} />
    ) : (
      <AsCommand
        cli={`templates update ${template.id} --file template.json`}
        route="PATCH /v1/templates/{id}"
        request={{ path: { id: template.id }, body: changes }}
      />
    );
  return (
    <Dialog title={template === null ? TEMPLATES.create : TEMPLATES.edit} isOpen onClose={onClose} isWide>
      <Form
        action={template === null ? TEMPLATES.create : TEMPLATES.save}
        onSubmit={save}
        onCancel={onClose}
        problem={problem}
        isBusy={isRunning}
        aside={aside}
      >
        <div className={style.writing}>
          <div className={style.fields}>
            {template === null && (
              <Naming definition={definition} channels={channels} onChange={set} errorAt={errorAt} />
            )}
            <Pair>
              <Select
                label={TEMPLATES.category}
                options={CATEGORIES}
                value={definition.category}
                onChange={(category) => setDefinition(inCategory(given, category))}
              />
              <Select
                label={TEMPLATES.parameterFormat}
                options={FORMATS}
                value={definition.parameter_format}
                onChange={(format) => setDefinition(inFormat(given, format))}
                isDisabled={template !== null && template.status !== "draft"}
              />
            </Pair>
            {canHaveFields && (
              <Checkbox isOn={wantsJson} onChange={setJson}>
                {TEMPLATES.asJson}
              </Checkbox>
            )}
            {canHaveFields && !wantsJson ? (
              <ComponentFields
                definition={definition}
                onChange={(components) => set({ components })}
                errorAt={errorAt}
              />
            ) : (
              <JsonComponents
                key={definition.category === "AUTHENTICATION" ? "codes" : "others"}
                components={definition.components}
                onChange={(components) => set({ components })}
              />
            )}
          </div>
          <div className={style.beside}>
            <PhoneTemplate components={definition.components} category={definition.category} />
            <Problems problems={problems} />
          </div>
        </div>
      </Form>
    </Dialog>
  );
}

const CATEGORIES = Object.entries(TEMPLATES.categories).map(([value, label]) => ({
  ...{ value, label },
  hint: TEMPLATES.categoryHints[value] ?? "",
}));
const FORMATS = [
  { value: "POSITIONAL" as const, label: TEMPLATES.numbered },
  { value: "NAMED" as const, label: TEMPLATES.named },
];
