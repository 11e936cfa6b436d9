import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useParams } from "wouter";
import { filterNames } from "../../api/filter-names.ts";
import { useList } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand, optionsOf, quoted } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { type Contact, nameOf } from "../../parts/contacts/contact.ts";
import { Empty } from "../../parts/empty.tsx";
import { dayFilters, type Filter, Filters, useFilters } from "../../parts/filters.tsx";
import { Header } from "../../parts/header.tsx";
import { Split } from "../../parts/split.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { ViewTabs } from "../../parts/tabs.tsx";
import { Time } from "../../parts/time.tsx";
import common from "../../style/common.module.css";
import { CONTACTS } from "../../view-words.ts";
import { AddContact } from "./add-contact.tsx";
import { ContactDetail } from "./contact-detail.tsx";
import { Export } from "./export.tsx";

const COLUMNS: readonly Column<Contact>[] = [
  { name: CONTACTS.name, cell: nameOf },
  { name: CONTACTS.phone, cell: ({ phone_number }) => <bdi>{phone_number}</bdi> },
  { name: CONTACTS.email, cell: ({ email }) => email, isExtra: true },
  {
    name: CONTACTS.tags,
    cell: ({ tags }) => <span className={common.quiet}>{tags.join(", ")}</span>,
    isExtra: true,
  },
  { name: CONTACTS.changed, cell: ({ updated_at }) => <Time at={updated_at} />, isExtra: true },
];
const FILTERS: readonly Filter[] = [
  { name: "q", label: CONTACTS.search, kind: "text" },
  { name: "tag", label: CONTACTS.tag, kind: "text", tagsOf: "contacts" },
  { name: "phone", label: CONTACTS.phone, kind: "text" },
  { name: "email", label: CONTACTS.email, kind: "text" },
  { name: "external_source", label: CONTACTS.source, kind: "text" },
  { name: "external_id", label: CONTACTS.externalId, kind: "text" },
  { name: "updated_after", label: CONTACTS.changedAfter, kind: "date" },
];
const NAMES = filterNames<"GET /v1/contacts">()(
  ["q", "tag", "phone", "email", "external_source", "external_id", "updated_after"],
  {},
);
const OPTIONS = {
  tag: "--tag",
  phone: "--phone",
  email: "--email",
  external_source: "--source",
  external_id: "--external-id",
  updated_after: "--since",
} as const;

/** The people that messages are exchanged with. */
export default function Contacts() {
  const { id } = useParams<{ id?: string }>();
  const [isAdding, setAdding] = useState(false);
  const may = useMay();
  const filters = useFilters(NAMES);
  const query = queryOf(filters);
  const contacts = useList("GET /v1/contacts", { query });
  const isFiltered = Object.keys(filters).length > 0;
  const add = may("contacts:write") && (
    <Button kind="main" icon={UserPlus} onPress={() => setAdding(true)}>
      {CONTACTS.add}
    </Button>
  );
  const { q, ...others } = filters;
  const words = q === undefined ? "" : ` ${quoted(q)}`;
  const list = (
    <>
      <Header
        title={CONTACTS.title}
        actions={
          <>
            <AsCommand
              cli={`contacts list${words}${optionsOf(others, OPTIONS)}`}
              route="GET /v1/contacts"
              request={{ query }}
            />
            <Export query={query} />
            {add}
          </>
        }
      />
      <ViewTabs label={CONTACTS.title} views={CONTACTS.contactViews} />
      <Filters filters={FILTERS} />
      <Table
        label={CONTACTS.title}
        list={contacts}
        columns={COLUMNS}
        idOf={(contact) => contact.id}
        hrefOf={(contact) => `/contacts/${contact.id}`}
        chosen={id}
        empty={
          <Empty title={isFiltered ? CONTACTS.noMatch : CONTACTS.none} action={!isFiltered && add}>
            {isFiltered ? CONTACTS.noMatchText : CONTACTS.noneText}
          </Empty>
        }
      />
      {isAdding && <AddContact onClose={() => setAdding(false)} />}
    </>
  );
  return <Split list={list} detail={id === undefined ? null : <ContactDetail key={id} id={id} />} />;
}

type Set = { readonly [Name in (typeof NAMES)[number]]?: string };

/** The filters as the API takes them: a day is its beginning. */
function queryOf({ updated_after, ...others }: Set): Set {
  const { since } = dayFilters({ ...(updated_after === undefined ? {} : { since: updated_after }) });
  return { ...others, ...(updated_after === undefined ? {} : { updated_after: since ?? updated_after }) };
}
