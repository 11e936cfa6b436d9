import type { ResponseOf } from "../../api/call.ts";
import { errorAt, type Problem } from "../../api/problem.ts";
import { Field } from "../../parts/fields/field.tsx";
import { Pair } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { WEBHOOKS } from "../../view-words.ts";

/** What a new endpoint says of its format; a token only where its address is verified. */
export type Format = { format: string; verify_token?: string };

export type FormatFieldsProps = {
  formats: ResponseOf<"GET /v1/settings/developer/webhooks">["formats"];
  draft: Format;
  onChange: (format: Format) => void;
  problem: Problem | null;
};

/** As whose webhooks a new endpoint gets its events, and what a receiver of Meta's asks of it first. */
export function FormatFields({ formats, draft, onChange, problem }: FormatFieldsProps) {
  return (
    <Pair>
      <Select
        label={WEBHOOKS.format}
        hint={WEBHOOKS.formatHint}
        options={formats.map(({ name }) => ({ value: name, label: WEBHOOKS.formats[name] ?? name }))}
        value={draft.format}
        onChange={(format) => onChange({ format })}
        error={errorAt(problem, "format")}
      />
      {formats.some(({ name, verifies }) => name === draft.format && verifies) && (
        <Field
          label={WEBHOOKS.verifyToken}
          hint={WEBHOOKS.verifyTokenHint}
          value={draft.verify_token ?? ""}
          onChange={(token) => onChange({ ...draft, verify_token: token })}
          error={errorAt(problem, "verify_token")}
          maxLength={512}
          isRequired
        />
      )}
    </Pair>
  );
}
