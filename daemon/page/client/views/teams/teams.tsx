import { Plus } from "lucide-react";
import { useState } from "react";
import { useParams } from "wouter";
import { number } from "../../../languages/forms.ts";
import type { RowOf } from "../../api/call.ts";
import { useList } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Header } from "../../parts/header.tsx";
import { Split } from "../../parts/split.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { TEAMS } from "../../view-words.ts";
import { BACK, TeamDetail } from "./team-detail.tsx";
import { TeamForm } from "./team-form.tsx";

const COLUMNS: readonly Column<RowOf<"GET /v1/teams">>[] = [
  { name: TEAMS.name, cell: ({ name }) => name },
  { name: TEAMS.members, cell: ({ member_ids }) => number(member_ids.length), isNumber: true },
  { name: TEAMS.created, cell: ({ created_at }) => <Time at={created_at} />, isExtra: true },
];

/** Who shares conversations. */
export default function Teams() {
  const { id } = useParams<{ id?: string }>();
  const [isCreating, setCreating] = useState(false);
  const teams = useList("GET /v1/teams", { query: {} });
  const create = (
    <Button kind="main" icon={Plus} onPress={() => setCreating(true)}>
      {TEAMS.create}
    </Button>
  );
  const list = (
    <>
      <Header
        title={TEAMS.title}
        actions={
          <>
            <AsCommand cli="teams list" route="GET /v1/teams" request={{ query: {} }} />
            {create}
          </>
        }
      />
      <Table
        label={TEAMS.title}
        list={teams}
        columns={COLUMNS}
        idOf={(team) => team.id}
        hrefOf={(team) => `${BACK}/${team.id}`}
        chosen={id}
        empty={
          <Empty title={TEAMS.emptyTitle} action={create}>
            {TEAMS.emptyText}
          </Empty>
        }
      />
      {isCreating && <TeamForm onClose={() => setCreating(false)} />}
    </>
  );
  return <Split list={list} detail={id === undefined ? null : <TeamDetail key={id} id={id} />} />;
}
