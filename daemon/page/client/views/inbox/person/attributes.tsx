import { type FormEvent, useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { Button } from "../../../parts/button.tsx";
import type { Contact } from "../../../parts/contacts/contact.ts";
import { parsedValue, written } from "../../../parts/contacts/custom-fields.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { InPlace } from "../../../parts/fields/in-place.tsx";
import { problemText } from "../../../parts/problem.tsx";
import { Facts } from "../../../parts/split.tsx";
import common from "../../../style/common.module.css";
import { PERSON } from "../../../view-words.ts";
import { WORDS } from "../../../words.ts";
import own from "./person.module.css";

/** What else is known of a person, by the names that the organisation gives it. */
export function Attributes({ contact: { id, custom_fields } }: { contact: Contact }) {
  const mayChange = useMay()("contacts:write");
  const [isAdding, setAdding] = useState(false);
  const fields = Object.entries(custom_fields);
  return (
    <section className={common.block}>
      <div className={common.heading}>
        <h3>{PERSON.attributes}</h3>
        {mayChange && !isAdding && (
          <Button kind="quiet" onPress={() => setAdding(true)}>
            {PERSON.addAttribute}
          </Button>
        )}
      </div>
      {fields.length === 0 && !isAdding && <p className={common.quiet}>{PERSON.noAttributes}</p>}
      <Facts
        facts={fields.map(([name, value]) => [
          name,
          <Value key={name} {...{ id, name, mayChange }} value={written(value)} />,
        ])}
      />
      {isAdding && <AddAttribute id={id} onClose={() => setAdding(false)} />}
    </section>
  );
}

type ValueProps = { id: string; name: string; value: string; mayChange: boolean };

function Value({ id, name, value, mayChange }: ValueProps) {
  const change = useChange("PATCH /v1/contacts/{id}");
  const save = async (typed: string) => {
    const changed = typed.trim() === "" ? null : parsedValue(typed);
    return (await change.run({ path: { id }, body: { custom_fields: { [name]: changed } } })) !== null;
  };
  return (
    <InPlace
      label={name}
      value={value}
      mayChange={mayChange}
      error={change.problem && problemText(change.problem)}
      onSave={save}
    />
  );
}

function AddAttribute({ id, onClose }: { id: string; onClose: () => void }) {
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const change = useChange("PATCH /v1/contacts/{id}", { done: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const custom_fields = { [name.trim()]: parsedValue(value) };
    if (name.trim() !== "" && value.trim() !== "") void change.run({ path: { id }, body: { custom_fields } });
  };
  return (
    <form className={own.adding} onSubmit={submit}>
      <Field label={PERSON.attribute} value={name} onChange={setName} maxLength={64} autoFocus />
      <Field
        label={PERSON.value}
        value={value}
        onChange={setValue}
        error={change.problem && problemText(change.problem)}
      />
      <span className={own.buttons}>
        <Button kind="quiet" onPress={onClose}>
          {WORDS.cancel}
        </Button>
        <Button type="submit" isBusy={change.isRunning}>
          {PERSON.addAttribute}
        </Button>
      </span>
    </form>
  );
}
