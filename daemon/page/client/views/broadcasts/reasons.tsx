import { Link } from "wouter";
import common from "../../style/common.module.css";
import { BROADCASTS } from "../../view-words.ts";
import style from "./broadcasts.module.css";
import type { Report } from "./states.ts";

/** Why people were skipped and messages failed, the most frequent first; each leads to those people. */
export function Reasons({ report: { id, reasons, changed_since_preview } }: { report: Report }) {
  return (
    <>
      <section className={style.block} aria-label={BROADCASTS.reasons}>
        <h3>{BROADCASTS.reasons}</h3>
        {reasons.length === 0 && <p className={common.quiet}>{BROADCASTS.noReasons}</p>}
        <ul className={style.reasons}>
          {reasons.map(({ status, reason, people, meaning }) => (
            <li key={status + reason}>
              <Link
                href={`/broadcasts/${id}?${new URLSearchParams({ tab: "people", state: status, reason })}`}
              >
                {BROADCASTS.peopleCount(people)}
              </Link>
              <span>
                {BROADCASTS.steps[status]}: {meaning ?? reason} <code>{reason}</code>
              </span>
            </li>
          ))}
        </ul>
      </section>
      {changed_since_preview !== null && changed_since_preview.figures.length > 0 && (
        <section className={style.block} aria-label={BROADCASTS.changedSince}>
          <h3>{BROADCASTS.changedSince}</h3>
          <ul>
            {changed_since_preview.figures.map(({ figure, previewed, now }) => (
              <li key={figure}>{BROADCASTS.figure(figure, previewed, now)}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
