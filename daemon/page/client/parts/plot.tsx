import { lazy, Suspense } from "react";
import style from "./plot.module.css";
import type { PlotProps } from "./plot-props.ts";

const Drawn = lazy(() => import("./plot-drawn.tsx"));

/** Values over time. The library is loaded with the first plot. */
export function Plot(props: PlotProps) {
  return (
    <figure className={style.plot}>
      <figcaption className={style.caption}>
        <span className={style.label}>{props.label}</span>
        {props.series.map(({ label, color, values }) => (
          <span key={label} className={`${style.series} ${style[color]}`}>
            {label} {(values.findLast((value) => value !== null) ?? 0).toLocaleString()}
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
