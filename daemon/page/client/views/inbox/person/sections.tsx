import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMay } from "../../../api/session.tsx";
import { Identities } from "../../../parts/contacts/about.tsx";
import type { Contact } from "../../../parts/contacts/contact.ts";
import { Conversations } from "../../../parts/contacts/conversations.tsx";
import { Notes } from "../../../parts/contacts/notes.tsx";
import { Orders } from "../../../parts/contacts/orders.tsx";
import { Permissions } from "../../../parts/contacts/permissions.tsx";
import { Relations, useIsRelated } from "../../../parts/contacts/relations.tsx";
import { Tags } from "../../../parts/contacts/tags.tsx";
import { CONTACTS, PERSON } from "../../../view-words.ts";
import { Attributes } from "./attributes.tsx";
import { Basics } from "./basics.tsx";
import style from "./person.module.css";

/** Sections that somebody opened stay open for the next person. */
const opened = new Set<string>();

type SectionsProps = { contact: Contact; conversationId: string };

/** What is known of a person: what they are found by and called at once, the rest when it is opened. */
export function Sections({ contact, conversationId }: SectionsProps) {
  const { id, tags, identities } = contact;
  const may = useMay();
  const isRelated = useIsRelated(id);
  return (
    <div className={style.sections}>
      <Basics contact={contact} />
      <Identities identities={identities} />
      <Tags id={id} tags={tags} />
      <Attributes contact={contact} />
      <Section title={PERSON.permissions}>
        <Permissions id={id} />
      </Section>
      <Section title={CONTACTS.notes}>
        <Notes id={id} />
      </Section>
      <Section title={CONTACTS.conversations}>
        <Conversations id={id} without={conversationId} />
      </Section>
      {may("crm:read") && (
        <Section title={CONTACTS.orders}>
          <Orders id={id} />
        </Section>
      )}
      {isRelated && (
        <Section title={PERSON.relations}>
          <Relations id={id} />
        </Section>
      )}
    </div>
  );
}

/** One section; what is in it is asked for when it is open. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(opened.has(title));
  const toggle = () => {
    if (isOpen) opened.delete(title);
    else opened.add(title);
    setOpen(!isOpen);
  };
  return (
    <section className={style.section}>
      <h3>
        <button type="button" aria-expanded={isOpen} onClick={toggle}>
          <ChevronRight aria-hidden size="1rem" />
          {title}
        </button>
      </h3>
      {isOpen && <div className={style.inside}>{children}</div>}
    </section>
  );
}
