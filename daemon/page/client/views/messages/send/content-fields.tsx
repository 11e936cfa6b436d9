import { useState } from "react";
import type { Problem } from "../../../api/problem.ts";
import type { ApiDocument } from "../../../api/schemas.ts";
import { useMay } from "../../../api/session.tsx";
import { Checkbox } from "../../../parts/fields/checkbox.tsx";
import { SchemaForm } from "../../../parts/schema/form.tsx";
import { TemplateFields } from "../../../parts/templates/template-fields.tsx";
import { MESSAGES } from "../../../view-words.ts";
import type { Draft } from "./draft.ts";
import { ADDRESS, fileOf, hasFile } from "./file-of.tsx";
import style from "./send.module.css";
import type { SendSchema } from "./types.ts";

type ContentFieldsProps = {
  document: ApiDocument;
  schema: SendSchema;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  problem: Problem | null;
};

/** What a message says, and when and how it goes. A template is chosen, or written with all its parts. */
export function ContentFields({ document, schema, draft, onChange, problem }: ContentFieldsProps) {
  const [wantsAll, setAll] = useState(false);
  const mayChoose = useMay()("templates:read") && draft.type === "template";
  const form = { document, problem };
  const content = {
    ...{ ...form, value: draft.content, at: "/content" },
    onChange: (value: unknown) => onChange({ content: value }),
  };
  return (
    <>
      {mayChoose && (
        <Checkbox isOn={wantsAll} onChange={setAll}>
          {MESSAGES.sending.allParts}
        </Checkbox>
      )}
      {mayChoose && !wantsAll ? (
        <TemplateFields
          channelId={draft.channel_id}
          content={draft.content}
          onChange={content.onChange}
          problem={problem}
        />
      ) : (
        <SchemaForm
          {...content}
          schema={schema.content}
          own={{ media_id: (place) => fileOf(draft.type, place) }}
          without={hasFile(draft.content) ? ADDRESS : []}
        />
      )}
      <details className={style.options}>
        <summary>{MESSAGES.sending.options}</summary>
        {Object.keys(schema.rare.properties ?? {}).length > 0 && (
          <SchemaForm {...content} schema={schema.rare} />
        )}
        <SchemaForm
          {...form}
          schema={schema.options}
          value={draft.options}
          onChange={(options) => onChange({ options: (options ?? {}) as Draft["options"] })}
        />
      </details>
    </>
  );
}
