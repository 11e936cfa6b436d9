import { Users } from "lucide-react";
import { useContext, useState } from "react";
import { Link } from "wouter";
import type { ResponseOf } from "../../../api/call.ts";
import { useAsk } from "../../../api/queries.ts";
import { useMay } from "../../../api/session.tsx";
import { IconButton } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Mentions } from "../../../parts/phone/mentions.ts";
import { ProblemNote } from "../../../parts/problem.tsx";
import { Skeleton } from "../../../parts/skeleton.tsx";
import { INBOX } from "../../../view-words.ts";
import { type Conversation, nameOf } from "../types.ts";
import style from "./thread.module.css";

type Group = ResponseOf<"GET /v1/channels/{id}/groups/{group_id}">;

/** Lists who is in a group, as WhatsApp says at that moment; nothing for a conversation with a person. */
export function GroupPeople({ conversation }: { conversation: Conversation }) {
  const { group_id, channel_id } = conversation;
  const [isOpen, setOpen] = useState(false);
  const may = useMay();
  if (group_id === null || !may("channels:read")) return null;
  return (
    <>
      <IconButton label={INBOX.people} icon={Users} onPress={() => setOpen(true)} />
      <Dialog title={INBOX.peopleOf(nameOf(conversation))} isOpen={isOpen} onClose={() => setOpen(false)}>
        {isOpen && <People id={channel_id} group_id={group_id} />}
      </Dialog>
    </>
  );
}

function People({ id, group_id }: { id: string; group_id: string }) {
  const { data, error, refetch } = useAsk("GET /v1/channels/{id}/groups/{group_id}", {
    path: { id, group_id },
  });
  if (error !== null) return <ProblemNote problem={error} onTryAgain={() => void refetch()} />;
  if (data === undefined) return <Skeleton />;
  return (
    <ul className={style.people}>
      {data.participants.map((one) => (
        <Somebody key={one.participant} one={one} />
      ))}
    </ul>
  );
}

function Somebody({ one }: { one: Group["participants"][number] }) {
  const { participant, phone, contact_id, role } = one;
  const may = useMay();
  const written = useContext(Mentions).get(participant.split("@")[0] ?? "");
  const number = phone === null ? participant : `+${phone}`;
  const name = <bdi>{written ?? number}</bdi>;
  return (
    <li>
      {contact_id !== null && may("contacts:read") ? (
        <Link href={`/contacts/${contact_id}`}>{name}</Link>
      ) : (
        name
      )}
      <span className={style.quiet}>
        {[written !== undefined && number, INBOX.roles[role]].filter(Boolean).join(" · ")}
      </span>
    </li>
  );
}
