import { useState } from "react";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { About } from "../../parts/contacts/about.tsx";
import { type Contact, nameOf } from "../../parts/contacts/contact.ts";
import { Conversations } from "../../parts/contacts/conversations.tsx";
import { Notes } from "../../parts/contacts/notes.tsx";
import { Permissions } from "../../parts/contacts/permissions.tsx";
import { Relations, useIsRelated } from "../../parts/contacts/relations.tsx";
import { RemoveContact } from "../../parts/contacts/remove-contact.tsx";
import { DetailOf } from "../../parts/detail-of.tsx";
import { Stack } from "../../parts/fields/form.tsx";
import { useKeys } from "../../parts/keys.ts";
import { downloadProved } from "../../parts/login/download-proved.ts";
import { Menu } from "../../parts/menu.tsx";
import { Detail } from "../../parts/split.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { CONTACTS } from "../../view-words.ts";
import { ChangeContact } from "./change-contact.tsx";
import { ContactCost } from "./contact-cost.tsx";
import { EraseContact } from "./erasing/erase-contact.tsx";
import { ToBeErased } from "./erasing/to-be-erased.tsx";
import { History } from "./history.tsx";
import { MergeContact } from "./merge-contact.tsx";

/** One person: what is known of them, what they agreed to, and what is linked to them. */
export function ContactDetail({ id }: { id: string }) {
  const asked = useAsk("GET /v1/contacts/{id}", { path: { id } });
  return (
    <DetailOf asked={asked} id={id} back="/contacts">
      {(contact) => <Shown contact={contact} />}
    </DetailOf>
  );
}

type Doing = "change" | "merge" | "remove" | "erase";

function Shown({ contact }: { contact: Contact }) {
  const [doing, setDoing] = useState<Doing | null>(null);
  const may = useMay();
  const isRelated = useIsRelated(contact.id);
  const stop = () => setDoing(null);
  const actions = (
    <>
      <AsCommand
        cli={`contacts get ${contact.id}`}
        route="GET /v1/contacts/{id}"
        request={{ path: { id: contact.id } }}
      />
      {may("contacts:write") && <Change onPress={() => setDoing("change")} />}
      <Menu
        label={CONTACTS.actions}
        entries={[
          may("contacts:write") && { label: CONTACTS.merge, onPress: () => setDoing("merge") },
          may("contacts:write") && {
            label: CONTACTS.remove,
            isDanger: true,
            onPress: () => setDoing("remove"),
          },
          may("contacts:erase") && {
            label: CONTACTS.archive,
            onPress: () => void downloadProved("GET /v1/contacts/{id}/archive", { path: { id: contact.id } }),
          },
          may("contacts:erase") && {
            label: CONTACTS.erase,
            isDanger: true,
            onPress: () => setDoing("erase"),
          },
        ]}
      />
    </>
  );
  return (
    <Detail title={nameOf(contact)} back="/contacts" actions={actions}>
      {may("contacts:erase") && <ToBeErased id={contact.id} />}
      <Tabs label={CONTACTS.about} tabs={tabsOf(contact, may, isRelated)} />
      {doing === "change" && <ChangeContact contact={contact} onClose={stop} />}
      {doing === "merge" && <MergeContact contact={contact} onClose={stop} />}
      {doing === "remove" && <RemoveContact id={contact.id} next="/contacts" onClose={stop} />}
      {doing === "erase" && <EraseContact id={contact.id} onClose={stop} />}
    </Detail>
  );
}

function Change({ onPress }: { onPress: () => void }) {
  useKeys([{ keys: "e", does: CONTACTS.change, run: onPress }]);
  return <Button onPress={onPress}>{CONTACTS.change}</Button>;
}

function tabsOf(contact: Contact, may: (permission: string) => boolean, isRelated: boolean) {
  const { id } = contact;
  return [
    {
      id: "about",
      label: CONTACTS.about,
      content: (
        <Stack>
          <About contact={contact} />
          <ContactCost id={id} />
        </Stack>
      ),
    },
    { id: "consent", label: CONTACTS.consent, content: <Permissions id={id} /> },
    { id: "notes", label: CONTACTS.notes, content: <Notes id={id} /> },
    ...(may("messages:read")
      ? [{ id: "conversations", label: CONTACTS.conversations, content: <Conversations id={id} /> }]
      : []),
    ...(isRelated ? [{ id: "crm", label: CONTACTS.relations, content: <Relations id={id} /> }] : []),
    { id: "history", label: CONTACTS.history, content: <History id={id} /> },
  ];
}
