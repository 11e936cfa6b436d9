import { Plus, Trash2 } from "lucide-react";
import { type Part, partsIn, variablesOf } from "../../../../template-rules/text.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Pair } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { TEMPLATES } from "../../view-words.ts";
import style from "./templates.module.css";

type ButtonFieldsProps = {
  part: Part;
  onChange: (part: Part | null) => void;
  errorOf: (path: string, value: unknown) => string | null;
};

const KINDS = Object.entries(TEMPLATES.buttonKinds).map(([value, label]) => ({ value, label }));
/** What a button of a kind needs besides its text. */
const VALUES: Readonly<Record<string, string>> = {
  URL: "url",
  PHONE_NUMBER: "phone_number",
  COPY_CODE: "example",
};

/** The buttons of a template, from its top. */
export function ButtonFields({ part, onChange, errorOf }: ButtonFieldsProps) {
  const buttons = partsIn(part.buttons);
  const set = (next: Part[]) => onChange(next.length === 0 ? null : { type: "BUTTONS", buttons: next });
  return (
    <fieldset className={style.fields}>
      <legend>{TEMPLATES.buttons}</legend>
      {buttons.map((button, at) => (
        <OneButton
          // biome-ignore lint/suspicious/noArrayIndexKey: buttons are known by their place
          key={at}
          button={button}
          at={at}
          errorOf={(name, value) => errorOf(`${at}/${name}`, value)}
          onChange={(next) => set(buttons.map((one, index) => (index === at ? next : one)))}
          onRemove={() => set(buttons.filter((_, index) => index !== at))}
        />
      ))}
      <div>
        <Button icon={Plus} onPress={() => set([...buttons, { type: "QUICK_REPLY", text: "" }])}>
          {TEMPLATES.addButton}
        </Button>
      </div>
    </fieldset>
  );
}

type OneButtonProps = {
  button: Part;
  at: number;
  onChange: (button: Part) => void;
  onRemove: () => void;
  errorOf: (name: string, value: unknown) => string | null;
};

function OneButton({ button, at, onChange, onRemove, errorOf }: OneButtonProps) {
  const kind = String(button.type);
  const needs = VALUES[kind];
  const hasVariable = variablesOf(String(button.url ?? "")).length > 0;
  const field = (label: string, name: string) => (
    <Field
      label={label}
      value={String(button[name] ?? "")}
      onChange={(text) => onChange({ ...button, [name]: text })}
      error={errorOf(name, button[name])}
    />
  );
  return (
    <div className={style.button}>
      <Pair>
        <Select
          label={TEMPLATES.buttonKind(at + 1)}
          options={KINDS}
          value={kind}
          onChange={(type) => onChange({ type, text: button.text ?? "" })}
        />
        {field(TEMPLATES.buttonText(at + 1), "text")}
        {needs !== undefined && field(TEMPLATES.buttonValue[kind] ?? needs, needs)}
        {kind === "URL" && hasVariable && field(TEMPLATES.buttonExample, "example")}
      </Pair>
      <div>
        <IconButton label={TEMPLATES.removeButton(at + 1)} icon={Trash2} onPress={onRemove} />
      </div>
    </div>
  );
}
