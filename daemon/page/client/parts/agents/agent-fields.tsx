import { errorAt, type Problem } from "../../api/problem.ts";
import { useMay } from "../../api/session.tsx";
import { AGENT } from "../../view-words.ts";
import { Checkbox } from "../fields/checkbox.tsx";
import field from "../fields/field.module.css";
import style from "./agents.module.css";
import type { AgentDraft } from "./guard.ts";
import { GuardFields } from "./guard-fields.tsx";

type AgentFieldsProps = {
  draft: AgentDraft;
  onChange: (draft: AgentDraft) => void;
  /** The permissions that its program asks for. */
  asked?: readonly string[];
  problem: Problem | null;
};

/** What an agent may do, and the limits of what it sends. */
export function AgentFields({ draft, onChange, asked = [], problem }: AgentFieldsProps) {
  const may = useMay();
  const { permissions, guard } = draft;
  const offered = [...new Set([...Object.keys(AGENT.may), ...asked])].filter(may);
  const error = errorAt(problem, "permissions");
  return (
    <>
      <fieldset className={style.may}>
        <legend>{AGENT.mayLabel}</legend>
        {offered.map((one) => (
          <Checkbox
            key={one}
            isOn={permissions.includes(one)}
            onChange={(isOn) => {
              const others = permissions.filter((other) => other !== one);
              onChange({ ...draft, permissions: isOn ? [...others, one] : others });
            }}
          >
            {AGENT.may[one] ?? one}
          </Checkbox>
        ))}
        {error !== null && <p className={field.error}>{error}</p>}
      </fieldset>
      {permissions.includes("messages:send") && (
        <GuardFields
          guard={guard}
          onChange={(part) => onChange({ ...draft, guard: { ...guard, ...part } })}
          problem={problem}
        />
      )}
    </>
  );
}
