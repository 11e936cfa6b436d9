import { ArrowLeft, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { useAsk } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { seenOr } from "../../../api/unseen.ts";
import { IconButton } from "../../../parts/button.tsx";
import { type Contact, nameOf } from "../../../parts/contacts/contact.ts";
import { RemoveContact } from "../../../parts/contacts/remove-contact.tsx";
import { Face } from "../../../parts/faces/face.tsx";
import { faceOf } from "../../../parts/faces/faces.ts";
import { Menu } from "../../../parts/menu.tsx";
import { ProblemNote } from "../../../parts/problem.tsx";
import { Skeleton } from "../../../parts/skeleton.tsx";
import { CONTACTS, PERSON } from "../../../view-words.ts";
import { WORDS } from "../../../words.ts";
import style from "./person.module.css";
import { Sections } from "./sections.tsx";
import { usePersonShown } from "./shown.ts";

type PersonProps = {
  contactId: string;
  /** The conversation that they stand beside. */
  conversationId: string;
};

/** Everything that is known of the person in a conversation. */
export default function Person({ contactId, conversationId }: PersonProps) {
  const asked = useAsk("GET /v1/contacts/{id}", { path: { id: contactId } });
  const name = asked.data === undefined ? PERSON.title : seenOr(nameOf(asked.data), WORDS.nameless);
  const { isRoomy, toggle } = usePersonShown();
  const place = useRef<HTMLElement>(null);
  // it covers what was pressed
  useEffect(() => {
    if (!isRoomy) place.current?.focus();
  }, [isRoomy]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !isRoomy) toggle();
  };
  return (
    <section
      ref={place}
      tabIndex={-1}
      className={style.person}
      aria-label={PERSON.title}
      onKeyDown={onKeyDown}
    >
      <header className={style.head}>
        <span className={style.back}>
          <IconButton label={PERSON.back} icon={ArrowLeft} onPress={toggle} />
        </span>
        <Face face={faceOf({ id: contactId, name })} contactId={contactId} />
        <h2>
          <Link href={`/contacts/${contactId}`} title={PERSON.open}>
            {name}
          </Link>
        </h2>
        <More contactId={contactId} conversationId={conversationId} />
        <span className={style.close}>
          <IconButton label={WORDS.close} icon={X} onPress={toggle} />
        </span>
      </header>
      <Known asked={asked} conversationId={conversationId} />
    </section>
  );
}

type KnownProps = {
  asked: ReturnType<typeof useAsk<"GET /v1/contacts/{id}">>;
  conversationId: string;
};

function Known({ asked, conversationId }: KnownProps) {
  const contact: Contact | undefined = asked.data;
  if (contact !== undefined)
    return <Sections key={contact.id} contact={contact} conversationId={conversationId} />;
  if (asked.error === null) return <Skeleton />;
  return <ProblemNote problem={asked.error} onTryAgain={() => void asked.refetch()} />;
}

function More({ contactId, conversationId }: PersonProps) {
  const [isRemoving, setRemoving] = useState(false);
  const may = useMay();
  return (
    <>
      <Menu
        label={PERSON.more}
        entries={[
          may("contacts:write") && {
            label: CONTACTS.remove,
            isDanger: true,
            onPress: () => setRemoving(true),
          },
        ]}
      />
      {isRemoving && (
        <RemoveContact id={contactId} next={`/inbox/${conversationId}`} onClose={() => setRemoving(false)} />
      )}
    </>
  );
}
