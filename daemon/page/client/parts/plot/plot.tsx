import { lazy, Suspense } from "react";
import { number } from "../../../languages/forms.ts";
import { WORDS } from "../../words.ts";
import style from "./plot.module.css";
import type { PlotProps } from "./plot-props.ts";

/** Where the library can't be loaded, the numbers of the caption stay: the view does not break for its plot. */
const Drawn = lazy(() => import("./plot-drawn.tsx").catch(() => ({ default: NotDrawn })));

function NotDrawn() {
  return <p>{WORDS.plotMissing}</p>;
}

/** Values over time. The library is loaded with the first plot. */
export function Plot(props: PlotProps) {
  return (
    <figure className={style.plot}>
      <figcaption className={style.caption}>
        <span className={style.label}>{props.label}</span>
        {props.series.map(({ label, color, values }) => (
          <span key={label} className={`${style.series} ${style[color]}`}>
            {label} {(props.isLastSaid ?? true) && number(values.findLast((value) => value !== null) ?? 0)}
          </span>
        ))}
      </figcaption>
      <div className={style.canvas}>
        <Suspense>
          <Drawn {...props} />
        </Suspense>
      </div>
    </figure>
  );
}
