import { errorAt, type Problem } from "../../api/problem.ts";
import { Field } from "../../parts/fields/field.tsx";
import { Pair } from "../../parts/fields/form.tsx";
import { Select } from "../../parts/fields/select.tsx";
import { WEBHOOKS } from "./words.ts";

export type Format = { format: string; verify_token: string };

type FormatFieldsProps = {
  formats: readonly string[];
  draft: Format;
  onChange: (part: Partial<Format>) => void;
  problem: Problem | null;
};

/** As whose webhooks a new endpoint gets its events, and what a receiver of Meta's asks of it first. */
export function FormatFields({ formats, draft, onChange, problem }: FormatFieldsProps) {
  return (
    <Pair>
      <Select
        label={WEBHOOKS.format}
        hint={WEBHOOKS.formatHint}
        options={formats.map((value) => ({ value, label: WEBHOOKS.formats[value] ?? value }))}
        value={draft.format}
        onChange={(format) => onChange({ format })}
        error={errorAt(problem, "format")}
      />
      {draft.format === "meta" && (
        <Field
          label={WEBHOOKS.verifyToken}
          hint={WEBHOOKS.verifyTokenHint}
          value={draft.verify_token}
          onChange={(token) => onChange({ verify_token: token })}
          error={errorAt(problem, "verify_token")}
          maxLength={512}
          isRequired
        />
      )}
    </Pair>
  );
}

/** What a new endpoint says of it. */
export function formatBody({ format, verify_token }: Format) {
  return format === "meta" ? { format, verify_token } : { format };
}
