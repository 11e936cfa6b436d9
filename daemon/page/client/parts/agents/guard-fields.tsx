import { errorAt, type Problem } from "../../api/problem.ts";
import { useMay } from "../../api/session.tsx";
import { AGENT } from "../../view-words.ts";
import { ListField } from "../contacts/list-field.tsx";
import { Pair } from "../fields/form.tsx";
import { Select } from "../fields/select.tsx";
import { ApproverFields } from "./approver-fields.tsx";
import { type GuardProps, meetsNewPeople } from "./guard.ts";
import { LimitField } from "./limit-field.tsx";
import { MoreLimits } from "./more-limits.tsx";
import { WhenHeld } from "./when-held.tsx";

/** What is folded with the limits that few need. */
const FOLDED = [
  ...["messages_per_day", "new_people_per_hour", "money_per_hour", "money_per_day", "currency"],
  ...["types", "templates", "hours"],
];

type GuardFieldsProps = Omit<GuardProps, "error"> & { problem: Problem | null };

/** Who an agent may write to, what waits for approval, and how much it may send; what few need is folded. */
export function GuardFields({ guard, onChange, problem }: GuardFieldsProps) {
  const may = useMay();
  const error = (path: string) => errorAt(problem, `/agent${path}`);
  const about = { guard, onChange, error };
  const isWrong = (names: readonly string[]) =>
    problem?.errors.some(({ path }) => names.some((name) => path.startsWith(`/agent/${name}`))) ?? false;
  return (
    <>
      <Select
        label={AGENT.writesTo}
        options={AGENT.recipients.filter(({ value }) => value !== "list" || may("crm:read"))}
        value={guard.recipients}
        onChange={(recipients) => onChange({ recipients })}
        error={error("/recipients")}
      />
      {guard.recipients === "list" && (
        <ListField id={guard.list} onChange={(list) => onChange({ list })} error={error("/list_id")} />
      )}
      <Select
        label={AGENT.approval}
        options={AGENT.approvals}
        value={guard.approval}
        onChange={(approval) => onChange({ approval })}
        error={error("/approval")}
      />
      {guard.approval !== "never" && <ApproverFields {...about} isWrong={isWrong(["approval_"])} />}
      <WhenHeld value={guard.whenHeld ?? null} onChange={(whenHeld) => onChange({ whenHeld })} />
      <Pair>
        <LimitField {...about} name="messages_per_hour" hint={AGENT.noLimit} />
        {meetsNewPeople(guard) && (
          <LimitField {...about} name="new_people_per_day" hint={AGENT.newPeopleHint} />
        )}
      </Pair>
      <MoreLimits {...about} isWrong={isWrong(FOLDED)} />
    </>
  );
}
