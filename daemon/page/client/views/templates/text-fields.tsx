import type { ParameterFormat, Part } from "../../../../template-rules/text.ts";
import { Field, TextArea } from "../../parts/fields/field.tsx";
import { Pair } from "../../parts/fields/form.tsx";
import { examplesOf, variablesIn, withExamples } from "./definition.ts";

type TextFieldsProps = {
  /** Its name among the examples. */
  kind: "header_text" | "body_text";
  label: string;
  hint?: string;
  exampleLabel: (variable: string) => string;
  part: Part;
  format: ParameterFormat;
  error: string | null;
  onChange: (part: Part) => void;
};

/** A text with variables, and an example of each, which Meta's reviewers look at. */
export function TextFields({
  kind,
  label,
  hint,
  exampleLabel,
  part,
  format,
  error,
  onChange,
}: TextFieldsProps) {
  const text = typeof part.text === "string" ? part.text : "";
  const values = examplesOf(kind, part, format);
  const about = {
    ...{ label, error, hint, value: text },
    onChange: (next: string) => onChange(withExamples(kind, { ...part, text: next }, format, values)),
  };
  const variables = variablesIn(text, format);
  return (
    <>
      {kind === "body_text" ? <TextArea {...about} rows={5} /> : <Field {...about} />}
      {variables.length > 0 && (
        <Pair>
          {variables.map((variable) => (
            <Field
              key={variable}
              label={exampleLabel(variable)}
              value={values[variable] ?? ""}
              onChange={(value) =>
                onChange(withExamples(kind, part, format, { ...values, [variable]: value }))
              }
            />
          ))}
        </Pair>
      )}
    </>
  );
}
