import { daemonNow } from "../../../api/clock.ts";
import { useAsk } from "../../../api/queries.ts";
import { type Option, Select } from "../../../parts/fields/select.tsx";
import { FORM } from "./words.ts";

const MOST = 100;
const WEEK_MS = 7 * 24 * 3600 * 1000;
const count = new Intl.NumberFormat("en");

type KnownPeopleProps = { id: string; onChange: (id: string) => void; error: string | null };

/** One of the lists of the CRM. */
export function ListField({ id, ...rest }: KnownPeopleProps) {
  const { data } = useAsk("GET /v1/crm/lists", { query: { limit: MOST } });
  const lists = data?.data.map(({ id: value, name, entries }) => ({
    ...{ value, label: name },
    hint: FORM.entries(count.format(entries)),
  }));
  return (
    <Known {...rest} id={id} label={FORM.list} choose={FORM.chooseList} none={FORM.noLists} options={lists} />
  );
}

/** One of the files that were imported within a week: of older ones it is forgotten who was in them. */
export function ImportField({ id, ...rest }: KnownPeopleProps) {
  const { data } = useAsk("GET /v1/contacts/imports", { query: { limit: MOST } });
  const imports = data?.data
    .filter(({ dry_run, created_at }) => !dry_run && daemonNow() - Date.parse(created_at) < WEEK_MS)
    .map(({ id: value, file_name, records }) => ({
      value,
      label: FORM.importOf(file_name ?? value, count.format(records)),
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

type KnownProps = KnownPeopleProps & {
  label: string;
  choose: string;
  none: string;
  options: readonly Option[] | undefined;
};

function Known({ id, onChange, error, label, choose, none, options: known }: KnownProps) {
  const options = known ?? [];
  const isKnown = id === "" || options.some(({ value }) => value === id);
  return (
    <Select
      label={label}
      placeholder={known?.length === 0 ? none : choose}
      options={isKnown ? options : [...options, { value: id, label: id }]}
      value={id === "" ? null : id}
      onChange={onChange}
      isDisabled={options.length === 0}
      error={error}
    />
  );
}
