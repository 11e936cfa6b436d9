import { AGENT } from "../../view-words.ts";
import { Select } from "../fields/select.tsx";
import type { Agent } from "./guard.ts";

export type Answers = Exclude<Agent["when_held"], undefined> | null;
type WhenHeldProps = { value: Answers; onChange: (value: Answers) => void };

/** What becomes of a program's answers while somebody else holds the conversation. */
export function WhenHeld({ value, onChange }: WhenHeldProps) {
  return (
    <Select
      label={AGENT.whenHeld}
      options={AGENT.heldAnswers}
      value={value ?? "answers"}
      onChange={(chosen) => onChange(chosen === "answers" ? null : chosen)}
    />
  );
}
