import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useParams } from "wouter";
import { useList } from "../../api/queries.ts";
import { stateWord } from "../../parts/api-names.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Header } from "../../parts/header.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import { Split } from "../../parts/split.tsx";
import { State } from "../../parts/state.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { USERS } from "../../view-words.ts";
import { Invitations } from "./invitations.tsx";
import { InviteForm } from "./invite-form.tsx";
import type { User } from "./user.ts";
import { UserDetail } from "./user-detail.tsx";

const COLUMNS: readonly Column<User>[] = [
  { name: USERS.name, cell: ({ name, email }) => name || email },
  { name: USERS.role, cell: ({ role }) => stateWord(role) },
  { name: USERS.email, cell: ({ email }) => email, isExtra: true },
  {
    name: USERS.state,
    cell: ({ disabled }) => (
      <State tone={disabled ? "quiet" : "good"}>{disabled ? USERS.disabled : USERS.active}</State>
    ),
  },
  { name: USERS.since, cell: ({ created_at }) => <Time at={created_at} />, isExtra: true },
];

/** Who may log in, and in which role. */
export default function Users() {
  const { id } = useParams<{ id?: string }>();
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const users = useList("GET /v1/users", { query: {} });
  const chosen = users.rows.find((user) => user.id === id);
  const list = (
    <>
      <Header
        title={USERS.title}
        actions={
          <>
            <AsCommand cli="users list" route="GET /v1/users" request={{ query: {} }} />
            <Button kind="main" icon={UserPlus} onPress={() => setInviting(true)}>
              {USERS.invite}
            </Button>
          </>
        }
      />
      <Table
        label={USERS.title}
        list={users}
        columns={COLUMNS}
        idOf={(user) => user.id}
        hrefOf={(user) => `/settings/users/${user.id}`}
        chosen={id}
        empty={<Empty title={USERS.title} />}
      />
      <Invitations />
      {isInviting && <InviteForm onInvited={setLink} onClose={() => setInviting(false)} />}
      <ShownOnce title={USERS.linkTitle} text={USERS.linkText} secret={link} onClose={() => setLink(null)} />
    </>
  );
  return (
    <Split list={list} detail={chosen === undefined ? null : <UserDetail key={chosen.id} user={chosen} />} />
  );
}
