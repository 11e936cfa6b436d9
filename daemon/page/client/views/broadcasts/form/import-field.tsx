import { number } from "../../../../languages/forms.ts";
import { daemonNow } from "../../../api/clock.ts";
import { useAsk } from "../../../api/queries.ts";
import { Known, type KnownProps } from "../../../parts/contacts/list-field.tsx";
import { FORM } from "../../../view-words.ts";

const MOST = 100;
const WEEK_MS = 7 * 24 * 3600 * 1000;

/** One of the files that were imported within a week: of older ones it is forgotten who was in them. */
export function ImportField({ id, ...rest }: Pick<KnownProps, "id" | "onChange" | "error">) {
  const { data } = useAsk("GET /v1/contacts/imports", { query: { limit: MOST } });
  const imports = data?.data
    .filter(({ dry_run, created_at }) => !dry_run && daemonNow() - Date.parse(created_at) < WEEK_MS)
    .map(({ id: value, file_name, records }) => ({
      value,
      label: FORM.importOf(file_name ?? value, number(records)),
    }));
  return (
    <Known
      {...rest}
      id={id}
      label={FORM.import}
      choose={FORM.chooseImport}
      none={FORM.noImports}
      options={imports}
    />
  );
}
