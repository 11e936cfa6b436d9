import { errorAt, type Problem } from "../../api/problem.ts";
import { countryAndCode } from "../../parts/fields/countries.ts";
import { Field } from "../../parts/fields/field.tsx";
import { Pair } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { IMPORTS } from "../../view-words.ts";
import type { Plan } from "./plan.ts";
import type { Preview } from "./use-preview.ts";

const FORMATS = Object.entries(IMPORTS.formats).map(([value, label]) => ({ value, label }));

type ReadingProps = {
  plan: Plan;
  preview: Preview | null;
  problem: Problem | null;
  onChange: (part: Partial<Plan>) => void;
};

/** How a file is read as a whole: what somebody may have to say, beside what was found. */
export function Reading({ plan, preview, problem, onChange }: ReadingProps) {
  const { format, sheet, country, encoding, onError } = plan;
  const sheets = preview?.sheets ?? [];
  return (
    <>
      <Pair>
        <Select
          label={IMPORTS.format}
          options={FORMATS}
          value={format === "" ? null : format}
          placeholder={IMPORTS.formatPlaceholder}
          onChange={(chosen) => onChange({ format: chosen, sheet: null })}
          error={errorAt(problem, "format")}
        />
        {sheets.length > 1 && (
          <Select
            label={IMPORTS.sheet}
            options={sheets.map((name) => ({ value: name, label: name }))}
            value={sheet ?? preview?.sheet ?? null}
            onChange={(chosen) => onChange({ sheet: chosen, columns: new Map() })}
          />
        )}
        <Select
          label={IMPORTS.onError}
          options={IMPORTS.onErrors}
          value={onError}
          onChange={(chosen) => onChange({ onError: chosen })}
        />
      </Pair>
      <Pair>
        <Field
          label={IMPORTS.country}
          hint={hintOf(country, preview?.default_country ?? null)}
          value={country}
          onChange={(text) => onChange({ country: text.toUpperCase() })}
          maxLength={2}
          error={errorAt(problem, "default_country")}
        />
        {preview?.sheet === null && (
          <Field
            label={IMPORTS.encoding}
            hint={IMPORTS.encodingHint(preview.encoding)}
            value={encoding}
            onChange={(text) => onChange({ encoding: text })}
            maxLength={40}
            error={errorAt(problem, "encoding")}
          />
        )}
      </Pair>
    </>
  );
}

function hintOf(chosen: string, read: string | null): string {
  if (read === null) return IMPORTS.countryUnknown;
  const name = countryAndCode(read);
  return chosen === "" ? IMPORTS.countryFound(name) : IMPORTS.countryChosen(name);
}
