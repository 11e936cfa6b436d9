import { errorAt, type Problem } from "../../../api/problem.ts";
import {
  type ApiDocument,
  bodySchema,
  resolved,
  type Schema,
  schemaAt,
  useApiDocument,
} from "../../../api/schemas.ts";
import { SchemaForm } from "../../../parts/schema/form.tsx";
import { typeOf } from "../../../parts/schema/kinds.ts";
import { FORM } from "../../../view-words.ts";
import { type Draft, USUAL } from "./draft.ts";
import style from "./form.module.css";
import { HoursFields } from "./hours-fields.tsx";

const NAMES = Object.keys(USUAL) as (keyof typeof USUAL)[];

type PlanFieldsProps = {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  problem: Problem | null;
};

/** When a broadcast goes out, how fast, and what stops it: as the API describes it. */
export function PlanFields({ draft, onChange, problem }: PlanFieldsProps) {
  const { document } = useApiDocument("POST /v1/broadcasts");
  const set = NAMES.filter((name) => draft[name] !== null);
  const isUsual = draft.window === null && NAMES.every((name) => draft[name] === USUAL[name]);
  const isWrong = [...NAMES, "window"].some((name) =>
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
      {document !== undefined && (
        <SchemaForm
          document={document}
          schema={settingsOf(document)}
          value={Object.fromEntries(set.map((name) => [name, draft[name]]))}
          onChange={(value) => onChange({ ...USUAL, ...(value as Partial<Draft> | undefined) })}
          problem={problem}
        />
      )}
    </details>
  );
}

/** The settings that the API takes, where an empty one is not set: they need no null. */
function settingsOf(document: ApiDocument): Schema {
  const body = bodySchema(document, "POST /v1/broadcasts");
  const settings = NAMES.flatMap((name) => {
    const schema = body && schemaAt(document, body, [name]);
    if (schema === undefined) return [];
    const known = resolved(document, schema);
    const type = typeOf(known);
    return [[name, type === undefined ? known : { ...known, type }] as const];
  });
  return { type: "object", properties: Object.fromEntries(settings) };
}
