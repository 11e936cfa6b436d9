import type { Problem } from "../../../api/problem.ts";
import { bodySchema, schemaAt, useApiDocument } from "../../../api/schemas.ts";
import { MediaField } from "../../../parts/files/media-field.tsx";
import { SchemaForm } from "../../../parts/schema/form.tsx";
import { FORM } from "../../../view-words.ts";
import type { AudienceFile } from "./draft.ts";
import style from "./form.module.css";

const AT = ["audience", "file"];

type AudienceFileProps = {
  file: AudienceFile;
  onChange: (file: AudienceFile) => void;
  error: (path: string) => string | null;
  problem: Problem | null;
};

/** A file whose rows are the people, and how it is read where it does not say so itself. */
export function AudienceFileFields({ file, onChange, error, problem }: AudienceFileProps) {
  const { document } = useApiDocument("POST /v1/broadcasts");
  const body = document && bodySchema(document, "POST /v1/broadcasts");
  const schema = document && body && schemaAt(document, body, AT);
  return (
    <>
      <MediaField
        label={FORM.file}
        hint={FORM.fileHint}
        kind="document"
        value={file.media_id}
        onChange={(media_id) => onChange({ ...file, media_id })}
        error={error("/audience/file/media_id")}
      />
      {document !== undefined && schema !== undefined && (
        <details className={style.plan}>
          <summary>{FORM.reading}</summary>
          <SchemaForm
            document={document}
            schema={schema}
            value={file}
            onChange={(value) => onChange({ ...(value as AudienceFile), media_id: file.media_id })}
            problem={problem}
            at={`/${AT.join("/")}`}
            without={["media_id"]}
          />
        </details>
      )}
    </>
  );
}
