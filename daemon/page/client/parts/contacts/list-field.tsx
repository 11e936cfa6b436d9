import { useAsk } from "../../api/queries.ts";
import { CONTACTS } from "../../view-words.ts";
import { type Option, Select } from "../fields/select.tsx";

const MOST = 100;

/** One of the lists of the CRM. */
export function ListField({ id, ...rest }: Pick<KnownProps, "id" | "onChange" | "error">) {
  const { data } = useAsk("GET /v1/crm/lists", { query: { limit: MOST } });
  const lists = data?.data.map(({ id: value, name, entries }) => ({
    ...{ value, label: name },
    hint: CONTACTS.records(entries),
  }));
  return (
    <Known
      {...rest}
      id={id}
      label={CONTACTS.list}
      choose={CONTACTS.chooseList}
      none={CONTACTS.noLists}
      options={lists}
    />
  );
}

export type KnownProps = {
  /** Empty while none is chosen. */
  id: string;
  onChange: (id: string) => void;
  error: string | null;
  label: string;
  choose: string;
  none: string;
  options: readonly Option[] | undefined;
};

/** One of those that there are; also one that is not among them, which is then shown by its id. */
export function Known({ id, onChange, error, label, choose, none, options: known }: KnownProps) {
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
