import { useState } from "react";
import { useLocation } from "wouter";
import type { ResponseOf } from "../../api/call.ts";
import { errorAt } from "../../api/problem.ts";
import { useAsk, useChange } from "../../api/queries.ts";
import { AsCommand, quoted } from "../../parts/as-command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Choices } from "../../parts/fields/choices.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Form } from "../../parts/fields/form.tsx";
import { TEAMS } from "../../view-words.ts";

type TeamFormProps = { team?: ResponseOf<"GET /v1/teams/{id}">; onClose: () => void };

/** Makes a team, or changes one. */
export function TeamForm({ team, onClose }: TeamFormProps) {
  const [name, setName] = useState(team?.name ?? "");
  const [members, setMembers] = useState<readonly string[]>(team?.member_ids ?? []);
  const { data: colleagues } = useAsk("GET /v1/conversations/colleagues", {});
  const [, go] = useLocation();
  const create = useChange("POST /v1/teams", { done: ({ id }) => go(`/settings/teams/${id}`) });
  const update = useChange("PATCH /v1/teams/{id}");
  const { problem, isRunning } = team === undefined ? create : update;
  const body = { name, member_ids: [...members] };
  const named = members.map((id) => ` --member ${id}`).join("");
  const aside =
    team === undefined ? (
      <AsCommand cli={`teams create ${quoted(name)}${named}`} route="POST /v1/teams" request={{ body }} />
    ) : (
      <AsCommand
        cli={`teams update ${team.id} --name ${quoted(name)}${named}`}
        route="PATCH /v1/teams/{id}"
        request={{ path: { id: team.id }, body }}
      />
    );
  async function save() {
    const saved =
      team === undefined ? await create.run({ body }) : await update.run({ path: { id: team.id }, body });
    if (saved !== null) onClose();
  }
  // who is in it and can't answer any more stays, until somebody takes them out
  const gone = (team?.member_ids ?? []).filter((id) => !colleagues?.data.some((one) => one.id === id));
  const options = [
    ...(colleagues?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ...gone.map((id) => ({ value: id, label: TEAMS.gone })),
  ];
  return (
    <Dialog title={team === undefined ? TEAMS.create : TEAMS.edit} isOpen onClose={onClose}>
      <Form
        action={team === undefined ? TEAMS.create : TEAMS.save}
        onSubmit={() => void save()}
        onCancel={onClose}
        problem={problem}
        isBusy={isRunning}
        aside={aside}
      >
        <Field
          label={TEAMS.name}
          value={name}
          onChange={setName}
          error={errorAt(problem, "name")}
          maxLength={100}
          isRequired
          autoFocus
        />
        <Choices
          label={TEAMS.members}
          all={TEAMS.nobody}
          options={options}
          value={members.length === 0 ? null : members}
          onChange={(chosen) => setMembers(chosen ?? [])}
          error={errorAt(problem, "member_ids")}
        />
      </Form>
    </Dialog>
  );
}
