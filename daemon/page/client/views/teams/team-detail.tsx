import { useState } from "react";
import { useLocation } from "wouter";
import { compareNames, list as listed } from "../../../languages/forms.ts";
import type { ResponseOf } from "../../api/call.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { AsCommand } from "../../parts/as-command.tsx";
import { Button } from "../../parts/button.tsx";
import { Id } from "../../parts/code.tsx";
import { DetailOf } from "../../parts/detail-of.tsx";
import { Confirm } from "../../parts/dialog.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { Detail, Facts } from "../../parts/split.tsx";
import { Time } from "../../parts/time.tsx";
import { toast } from "../../parts/toast.tsx";
import { TEAMS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import { TeamForm } from "./team-form.tsx";

export const BACK = "/settings/teams";

type Team = ResponseOf<"GET /v1/teams/{id}">;

/** One team: who is in it. */
export function TeamDetail({ id }: { id: string }) {
  const asked = useAsk("GET /v1/teams/{id}", { path: { id } });
  return (
    <DetailOf asked={asked} id={id} back={BACK}>
      {(team) => <Shown team={team} />}
    </DetailOf>
  );
}

function Shown({ team }: { team: Team }) {
  const [doing, setDoing] = useState<"edit" | "remove" | null>(null);
  const { data: colleagues } = useAsk("GET /v1/conversations/colleagues", {});
  const stop = () => setDoing(null);
  const { id, name, member_ids, created_at, updated_at } = team;
  const names = member_ids
    .map((member) => colleagues?.data.find((one) => one.id === member)?.name ?? TEAMS.gone)
    .sort(compareNames);
  const actions = (
    <>
      <AsCommand cli={`teams get ${id}`} route="GET /v1/teams/{id}" request={{ path: { id } }} />
      <Button onPress={() => setDoing("edit")}>{TEAMS.edit}</Button>
      <Button kind="danger" onPress={() => setDoing("remove")}>
        {TEAMS.remove}
      </Button>
    </>
  );
  return (
    <Detail title={name} back={BACK} actions={actions}>
      <Facts
        facts={[
          [TEAMS.members, names.length === 0 ? TEAMS.nobody : listed(names)],
          [TEAMS.created, <Time key="made" at={created_at} />],
          [TEAMS.changed, <Time key="changed" at={updated_at} />],
          [WORDS.id, <Id key="id" value={id} />],
        ]}
      />
      {doing === "edit" && <TeamForm team={team} onClose={stop} />}
      {doing === "remove" && <Remove id={id} onClose={stop} />}
    </Detail>
  );
}

function Remove({ id, onClose }: { id: string; onClose: () => void }) {
  const [, go] = useLocation();
  const remove = useChange("DELETE /v1/teams/{id}", {
    done: () => {
      toast(TEAMS.removed);
      go(BACK);
    },
    touches: ["/v1/conversations"],
  });
  return (
    <Confirm
      title={TEAMS.remove}
      action={TEAMS.remove}
      isOpen
      isBusy={remove.isRunning}
      onConfirm={() => void remove.run({ path: { id } })}
      onClose={onClose}
    >
      <p>{TEAMS.removeText}</p>
      <ProblemNote problem={remove.problem} />
    </Confirm>
  );
}
