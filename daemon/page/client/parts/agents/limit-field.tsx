import { AGENT } from "../../view-words.ts";
import { Field } from "../fields/field.tsx";
import type { GuardProps, Limit } from "./guard.ts";

type LimitFieldProps = GuardProps & { name: Limit; hint?: string };

/** How much of something an agent may send. */
export function LimitField({ name, hint, guard, onChange, error }: LimitFieldProps) {
  return (
    <Field
      label={AGENT.limits[name]}
      hint={hint}
      type="number"
      value={guard.limits[name]}
      onChange={(typed) => onChange({ limits: { ...guard.limits, [name]: typed } })}
      error={error(`/${name}`)}
    />
  );
}
