import { TEMPLATES } from "../../view-words.ts";
import type { Template } from "./states.ts";
import style from "./templates.module.css";

/** Why a template can't be sent, in words, and what can be done; nothing where all is well. */
export function Standing({ template: { status, rejected_reason, flag } }: { template: Template }) {
  const why = status === "rejected" ? reasonOf(rejected_reason) : TEMPLATES.standing[status];
  const soon = flag === null ? undefined : (TEMPLATES.flags[flag] ?? flag);
  if (why === undefined && soon === undefined) return null;
  return (
    <section className={style.standing} aria-label={TEMPLATES.why}>
      {status === "rejected" && (
        <h3>
          {TEMPLATES.rejected} {rejected_reason !== null && <code>{rejected_reason}</code>}
        </h3>
      )}
      {why !== undefined && <p>{why}</p>}
      {soon !== undefined && <p>{soon}</p>}
    </section>
  );
}

function reasonOf(reason: string | null): string {
  return TEMPLATES.reasons[reason ?? ""] ?? TEMPLATES.otherReason;
}
