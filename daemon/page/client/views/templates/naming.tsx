import { LANGUAGES } from "../../../../template-rules/languages.ts";
import { languageName } from "../../../languages/forms.ts";
import { Field } from "../../parts/fields/field.tsx";
import { Pair } from "../../parts/fields/form.tsx";
import { type Option, Select } from "../../parts/fields/select.tsx";
import { TEMPLATES } from "../../view-words.ts";
import type { Definition } from "./definition.ts";

const LANGUAGE_OPTIONS = [...LANGUAGES].map((code) => ({ value: code, label: languageAndCode(code) }));

type NamingProps = {
  definition: Definition;
  channels: readonly Option[];
  onChange: (part: Partial<Definition>) => void;
  errorAt: (path: string, value: unknown) => string | null;
};

/** What can't be changed later. */
export function Naming({ definition, channels, onChange, errorAt }: NamingProps) {
  return (
    <>
      {channels.length > 1 && (
        <Select
          label={TEMPLATES.channel}
          options={channels}
          value={definition.channel_id}
          onChange={(channel_id) => onChange({ channel_id })}
        />
      )}
      <Pair>
        <Field
          label={TEMPLATES.name}
          hint={TEMPLATES.nameHint}
          value={definition.name}
          onChange={(name) => onChange({ name })}
          error={errorAt("/name", definition.name)}
          isMono
          isRequired
          autoFocus
        />
        <Select
          label={TEMPLATES.language}
          options={LANGUAGE_OPTIONS}
          value={definition.language}
          onChange={(language) => onChange({ language })}
        />
      </Pair>
    </>
  );
}

function languageAndCode(code: string): string {
  const name = languageName(code);
  return `${name ?? code} (${code})`;
}
