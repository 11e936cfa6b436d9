import { useEffect, useRef } from "react";
import UPlot from "uplot";
import { time } from "../../../languages/forms.ts";
import { pixelsOf } from "../../style/rem.ts";
import style from "./plot.module.css";
import type { PlotProps } from "./plot-props.ts";

/** Draws a plot, again when its data, its size or the colour scheme changes. */
export default function PlotDrawn({ label, times, series, isWhole = true }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    let drawn: UPlot | undefined;
    const draw = () => {
      drawn?.destroy();
      const { width, height } = element.getBoundingClientRect();
      if (width > 0)
        drawn = new UPlot(
          optionsOf(element, { series, isWhole }, { width, height }),
          dataOf(times, series),
          element,
        );
    };
    const watch = new ResizeObserver(draw);
    watch.observe(element);
    dark.addEventListener("change", draw);
    return () => {
      watch.disconnect();
      dark.removeEventListener("change", draw);
      drawn?.destroy();
    };
  }, [times, series, isWhole]);
  return <div ref={place} className={style.drawn} role="img" aria-label={label} />;
}

function dataOf(times: PlotProps["times"], series: PlotProps["series"]): UPlot.AlignedData {
  return [times.map((time) => time / 1000), ...series.map(({ values }) => [...values])];
}

function optionsOf(
  element: HTMLElement,
  { series, isWhole }: { series: PlotProps["series"]; isWhole: boolean },
  size: { width: number; height: number },
): UPlot.Options {
  // a canvas knows no custom properties, and measures in pixels
  const color = (name: string) => resolved(element, `var(--${name})`);
  const axis = {
    stroke: color("ink-quiet"),
    font: `${pixelsOf(0.6875)}px system-ui, sans-serif`,
    grid: { stroke: color("line"), width: 1 },
    ticks: { show: false },
  };
  return {
    ...size,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_, __, most) => [0, isWhole ? Math.max(1, most * 1.1) : (most || 1) * 1.1] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: timesInWords,
        size: pixelsOf(1.75),
        space: pixelsOf(TIME_REM),
      },
      { ...axis, size: pixelsOf(2.75), ...(isWhole ? { incrs: WHOLE_STEPS } : {}) },
    ],
    series: [
      {},
      ...series.map(({ label, color: name }) => ({
        label,
        stroke: color(name),
        width: 1.5,
        // a value that has none beside it has no line
        points: { size: 4, show: true, filter: lonely },
      })),
    ],
  };
}

/** As wide as the longest time in words, with room beside it. */
const TIME_REM = 4.5;

/** What is counted has no halves. */
const WHOLE_STEPS = Array.from({ length: 10 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

/** Where a series has a value between two gaps. */
function lonely(plot: UPlot, series: number): number[] {
  const values = plot.data[series] ?? [];
  const isGap = (at: number) => values[at] === null || values[at] === undefined;
  return [...values.keys()].filter((at) => !isGap(at) && isGap(at - 1) && isGap(at + 1));
}

const LONG_SECONDS = 2 * 86_400;

/** Times of the day for a short while, dates for a long one. */
function timesInWords(_: UPlot, splits: number[]): string[] {
  const isLong = (splits.at(-1) ?? 0) - (splits[0] ?? 0) > LONG_SECONDS;
  return splits.map((seconds) => time(new Date(seconds * 1000), isLong ? "shortDate" : "clock"));
}

function resolved(element: HTMLElement, value: string): string {
  const probe = document.createElement("span");
  probe.style.color = value;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
