import { Checkbox } from "../../parts/fields/checkbox.tsx";
import { Field, TextArea } from "../../parts/fields/field.tsx";
import { Pair } from "../../parts/fields/form.tsx";
import { RULES } from "../../view-words.ts";
import { awayOf, type Rules } from "./rules.ts";

type AwayFieldsProps = {
  away: Rules["away"];
  onChange: (away: Rules["away"]) => void;
  error: (path: string) => string | null;
};

/** What is answered outside of the opening hours: a text, a template, or both. */
export function AwayFields({ away, onChange, error }: AwayFieldsProps) {
  const { text = "", template = { name: "", language: "" } } = away ?? {};
  return (
    <>
      <Checkbox isOn={away !== null} onChange={(isOn) => onChange(isOn ? {} : null)}>
        {RULES.away}
      </Checkbox>
      {away !== null && (
        <>
          <TextArea
            label={RULES.awayText}
            value={text}
            onChange={(typed) => onChange(awayOf(typed, template))}
            error={error("/away/text") ?? error("/away")}
          />
          <Pair>
            <Field
              label={RULES.awayTemplate}
              hint={RULES.awayTemplateHint}
              value={template.name}
              onChange={(name) => onChange(awayOf(text, { ...template, name }))}
              error={error("/away/template/name")}
              isMono
            />
            <Field
              label={RULES.language}
              value={template.language}
              onChange={(language) => onChange(awayOf(text, { ...template, language }))}
              error={error("/away/template/language")}
              isMono
            />
          </Pair>
        </>
      )}
    </>
  );
}
