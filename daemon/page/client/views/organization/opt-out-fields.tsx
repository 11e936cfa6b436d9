import { Trash2 } from "lucide-react";
import type { Problem } from "../../api/problem.ts";
import { Button } from "../../parts/button.tsx";
import { Checkbox } from "../../parts/fields/checkbox.tsx";
import { ComboBox } from "../../parts/fields/combo-box.tsx";
import { TextArea } from "../../parts/fields/field.tsx";
import { Stack } from "../../parts/fields/form.tsx";
import { NamesField } from "../../parts/fields/names-field.tsx";
import common from "../../style/common.module.css";
import { ORGANIZATION } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import {
  nameOf,
  type OptOut,
  otherLanguages,
  type Words,
  withLanguage,
  withoutLanguage,
  wrongWith,
} from "./opt-out.ts";
import style from "./organization.module.css";

type OptOutFieldsProps = {
  optOut: OptOut;
  onChange: (optOut: OptOut) => void;
  problem: Problem | null;
};

/** The words that stop and start messages, and the replies to them, by language. */
export function OptOutFields({ optOut, onChange, problem }: OptOutFieldsProps) {
  const codes = Object.keys(optOut.languages);
  return (
    <section className={common.block}>
      <h3>{ORGANIZATION.optOut}</h3>
      <p className={common.quiet}>{ORGANIZATION.optOutText}</p>
      <Checkbox isOn={optOut.enabled} onChange={(enabled) => onChange({ ...optOut, enabled })}>
        {ORGANIZATION.enabled}
      </Checkbox>
      {codes.map((code) => (
        <LanguageFields
          key={code}
          name={nameOf(code)}
          words={optOut.languages[code] as Words}
          onChange={(words) => onChange(withLanguage(optOut, code, words))}
          onRemove={() => onChange(withoutLanguage(optOut, code))}
          error={wrongWith(problem, code)}
        />
      ))}
      <ComboBox
        key={codes.join()}
        label={ORGANIZATION.addLanguage}
        options={otherLanguages(optOut)}
        value={null}
        onChange={(code) => code !== null && onChange(withLanguage(optOut, code))}
      />
    </section>
  );
}

type LanguageFieldsProps = {
  name: string;
  words: Words;
  onChange: (words: Words) => void;
  onRemove: () => void;
  error: string | null;
};

function LanguageFields({ name, words, onChange, onRemove, error }: LanguageFieldsProps) {
  const { stop, start, stopped, started } = words;
  const isNew = stop.length === 0 && start.length === 0;
  return (
    <details className={style.language} open={isNew || error !== null || undefined}>
      <summary>
        {name} <span className={common.quiet}>{stop.slice(0, 3).join(", ")}</span>
      </summary>
      <Stack>
        <NamesField
          label={ORGANIZATION.stop}
          hint={ORGANIZATION.wordsHint}
          names={stop}
          onChange={(next) => onChange({ ...words, stop: next })}
          error={error}
          rows={3}
        />
        <Reply
          label={ORGANIZATION.stopped}
          value={stopped}
          onChange={(next) => onChange({ ...words, stopped: next })}
        />
        <NamesField
          label={ORGANIZATION.start}
          hint={ORGANIZATION.wordsHint}
          names={start}
          onChange={(next) => onChange({ ...words, start: next })}
          error={null}
          rows={2}
        />
        <Reply
          label={ORGANIZATION.started}
          value={started}
          onChange={(next) => onChange({ ...words, started: next })}
        />
        <div>
          <Button icon={Trash2} onPress={onRemove}>
            {WORDS.removeIt(name)}
          </Button>
        </div>
      </Stack>
    </details>
  );
}

type ReplyProps = { label: string; value: string | null; onChange: (value: string | null) => void };

function Reply({ label, value, onChange }: ReplyProps) {
  return (
    <TextArea
      label={label}
      hint={ORGANIZATION.replyHint}
      value={value ?? ""}
      onChange={(text) => onChange(text.trim() === "" ? null : text)}
      rows={2}
    />
  );
}
