import { errorAt, type Problem } from "../../../api/problem.ts";
import { bodySchema, useApiDocument } from "../../../api/schemas.ts";
import { SchemaForm } from "../../../parts/schema/form.tsx";
import style from "../broadcasts.module.css";
import { type Draft, USUAL } from "./draft.ts";
import { HoursFields } from "./hours-fields.tsx";
import { FORM } from "./words.ts";

/** What the rest of the form asks for. */
const OTHERS = ["name", "channel_id", "channel_ids", "template", "audience", "window"];

type PlanFieldsProps = {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  problem: Problem | null;
};

/** When a broadcast goes out, how fast, and what stops it: as the API describes it. */
export function PlanFields({ draft, onChange, problem }: PlanFieldsProps) {
  const { document } = useApiDocument();
  const schema = document && bodySchema(document, "POST /v1/broadcasts");
  const names = Object.keys(USUAL) as (keyof typeof USUAL)[];
  const set = names.filter((name) => draft[name] !== null);
  const isUsual = draft.window === null && names.every((name) => draft[name] === USUAL[name]);
  const isWrong = [...names, "window"].some((name) =>
    problem?.errors.some(({ path }) => path.startsWith(`/${name}`)),
  );
  return (
    <details className={style.plan} open={!isUsual || isWrong}>
      <summary>{FORM.when}</summary>
      <HoursFields
        hours={draft.window}
        onChange={(window) => onChange({ window })}
        error={(path) => errorAt(problem, path)}
      />
      {document !== undefined && schema !== undefined && (
        <SchemaForm
          document={document}
          schema={schema}
          value={Object.fromEntries(set.map((name) => [name, draft[name]]))}
          onChange={(value) => onChange({ ...USUAL, ...(value as Partial<Draft> | undefined) })}
          problem={problem}
          without={OTHERS}
        />
      )}
    </details>
  );
}
