import common from "../../style/common.module.css";
import { BROADCASTS } from "../../view-words.ts";
import style from "./broadcasts.module.css";
import { type Counts, doneOf, STEPS } from "./states.ts";

/** How far a broadcast is: a bar of its people by what became of their messages, and each state's number. */
export function Progress({ counts, isOver }: { counts: Counts; isOver: boolean }) {
  const done = doneOf(counts);
  if (counts.audience === 0)
    return <p className={common.quiet}>{isOver ? BROADCASTS.nobody : BROADCASTS.noPeopleYet}</p>;
  return (
    <section className={style.block} aria-label={BROADCASTS.progress}>
      <p className={style.done}>{BROADCASTS.done(done, counts.audience)}</p>
      <div
        className={style.bar}
        role="progressbar"
        aria-label={BROADCASTS.progress}
        aria-valuemin={0}
        aria-valuemax={counts.audience}
        aria-valuenow={done}
      >
        {STEPS.map((step) => (
          <span key={step} className={style[step]} style={{ flexGrow: counts[step] }} />
        ))}
      </div>
      <dl className={style.counts}>
        {STEPS.map((step) => (
          <div key={step} className={counts[step] === 0 ? common.quiet : undefined}>
            <dt>
              <span className={`${style.dot} ${style[step]}`} aria-hidden />
              {BROADCASTS.steps[step]}
            </dt>
            <dd>{BROADCASTS.count(counts[step])}</dd>
          </div>
        ))}
      </dl>
      {counts.replied + counts.opted_out > 0 && (
        <p>
          {BROADCASTS.replied(counts.replied)}, {BROADCASTS.optedOut(counts.opted_out)}
        </p>
      )}
    </section>
  );
}
