import type { Problem } from "../../../api/problem.ts";
import { useMay } from "../../../api/session.tsx";
import { ListField } from "../../../parts/contacts/list-field.tsx";
import { NamesField } from "../../../parts/fields/names-field.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { useTagsInUse } from "../../../parts/fields/tags-in-use.ts";
import { FORM } from "../../../view-words.ts";
import { AudienceFileFields } from "./audience-file.tsx";
import { ContactsField } from "./contacts-field.tsx";
import type { Audience } from "./draft.ts";
import { FilterFields } from "./filter-fields.tsx";
import { ImportField } from "./import-field.tsx";

type Kind = keyof typeof FORM.audiences;

/** What each kind begins with, and what it needs. */
const KINDS: Readonly<Record<Kind, { blank: Audience; needs: readonly string[] }>> = {
  everyone: { blank: { filter: {} }, needs: ["contacts:read"] },
  tags: { blank: { tags: {} }, needs: ["contacts:read"] },
  filter: { blank: { filter: { q: "" } }, needs: ["contacts:read"] },
  list: { blank: { list_id: "" }, needs: ["crm:read"] },
  contacts: { blank: { contact_ids: [] }, needs: ["contacts:read"] },
  import: { blank: { import_id: "" }, needs: ["contacts:read"] },
  file: { blank: { file: { media_id: "" } }, needs: ["contacts:write", "media:write"] },
};

export type AudienceProps = {
  audience: Audience;
  onChange: (audience: Audience) => void;
  problem: Problem | null;
  error: (path: string) => string | null;
};

/** Whom a broadcast is for: one of the ways in which the API names people. */
export function AudienceFields({ audience, onChange, problem, error }: AudienceProps) {
  const may = useMay();
  const kind = kindOf(audience);
  const kinds = (Object.keys(KINDS) as Kind[]).filter((one) => one === kind || KINDS[one].needs.every(may));
  return (
    <>
      <Select
        label={FORM.audience}
        placeholder={FORM.chooseAudience}
        options={kinds.map((value) => ({ value, label: FORM.audiences[value] }))}
        value={kind}
        onChange={(chosen) => onChange(KINDS[chosen].blank)}
        error={error("/audience")}
      />
      <Members audience={audience} onChange={onChange} problem={problem} error={error} />
    </>
  );
}

function kindOf({ list_id, tags, filter, contact_ids, import_id, file }: Audience): Kind | null {
  if (tags !== undefined) return "tags";
  if (list_id !== undefined) return "list";
  if (contact_ids !== undefined) return "contacts";
  if (import_id !== undefined) return "import";
  if (file !== undefined) return "file";
  if (filter === undefined) return null;
  return Object.keys(filter).length === 0 ? "everyone" : "filter";
}

function Members({ audience, onChange, problem, error }: AudienceProps) {
  const { list_id, tags, filter, contact_ids, import_id, file } = audience;
  if (tags !== undefined) return <TagsFields tags={tags} onChange={onChange} error={error} />;
  if (list_id !== undefined)
    return (
      <ListField
        id={list_id}
        onChange={(id) => onChange({ list_id: id })}
        error={error("/audience/list_id")}
      />
    );
  if (contact_ids !== undefined)
    return (
      <ContactsField
        ids={contact_ids}
        onChange={(ids) => onChange({ contact_ids: ids })}
        error={error("/audience/contact_ids")}
      />
    );
  if (import_id !== undefined)
    return (
      <ImportField
        id={import_id}
        onChange={(id) => onChange({ import_id: id })}
        error={error("/audience/import_id")}
      />
    );
  if (file !== undefined)
    return (
      <AudienceFileFields
        file={file}
        onChange={(changed) => onChange({ file: changed })}
        problem={problem}
        error={error}
      />
    );
  if (filter === undefined || Object.keys(filter).length === 0) return null;
  return <FilterFields filter={filter} onChange={onChange} error={error} />;
}

type TagsFieldsProps = Pick<AudienceProps, "onChange" | "error"> & { tags: NonNullable<Audience["tags"]> };

function TagsFields({ tags, onChange, error }: TagsFieldsProps) {
  const offers = useTagsInUse("contacts");
  return (["any", "all", "none"] as const).map((name) => (
    <NamesField
      key={name}
      label={FORM.tags[name]}
      hint={FORM.tagsHint}
      names={tags[name] ?? []}
      offers={offers}
      onChange={(chosen) => {
        const { [name]: _, ...others } = tags;
        onChange({ tags: chosen.length === 0 ? others : { ...others, [name]: chosen } });
      }}
      error={error(`/audience/tags/${name}`) ?? (name === "any" ? error("/audience/tags") : null)}
    />
  ));
}
