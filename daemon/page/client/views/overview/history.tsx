import { Link, useSearchParams } from "wouter";
import type { ResponseOf } from "../../api/call.ts";
import { useAsk } from "../../api/queries.ts";
import { Plot } from "../../parts/plot/plot.tsx";
import type { PlotColor } from "../../parts/plot/plot-props.ts";
import { ProblemNote } from "../../parts/problem.tsx";
import tabs from "../../parts/tabs.module.css";
import { OVERVIEW } from "../../words.ts";
import style from "./overview.module.css";
import { Section } from "./section.tsx";

type Point = ResponseOf<"GET /v1/overview/history">["points"][number];
type Over = keyof typeof OVERVIEW.over;
type Count = "accepted" | "sent" | "delivered" | "read" | "failed" | "received";

const WEBHOOKS: readonly ["delivered" | "failed", PlotColor][] = [
  ["delivered", "good"],
  ["failed", "bad"],
];
const OUT: readonly [Count, PlotColor][] = [
  ["accepted", "ink"],
  ["delivered", "good"],
  ["failed", "bad"],
];

/** What went through over an hour, a day or a month: out, in, and how long messages waited. */
export function History() {
  const [params] = useSearchParams();
  const over = params.get("over") ?? "";
  const chosen = Object.hasOwn(OVERVIEW.over, over) ? (over as Over) : "hour";
  const { data, error } = useAsk("GET /v1/overview/history", { query: { over: chosen } });
  return (
    <Section title={OVERVIEW.history}>
      <nav className={tabs.list} aria-label={OVERVIEW.overLabel}>
        {Object.entries(OVERVIEW.over).map(([value, label]) => (
          <Link
            key={value}
            href={value === "hour" ? "/" : `/?over=${value}`}
            className={tabs.tab}
            aria-current={value === chosen ? "true" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <ProblemNote problem={error} />
      <div className={style.plots}>{data !== undefined && <Plots points={data.points} />}</div>
    </Section>
  );
}

function Plots({ points }: { points: readonly Point[] }) {
  const times = points.map(({ at }) => Date.parse(at));
  const series = (name: Count, color: PlotColor) => ({
    ...{ label: OVERVIEW.rateNames[name], color },
    values: points.map((point) => point[name]),
  });
  return (
    <>
      <Plot label={OVERVIEW.out} times={times} series={OUT.map(([name, color]) => series(name, color))} />
      <Plot label={OVERVIEW.in} times={times} series={[series("received", "accent")]} />
      <Plot
        label={OVERVIEW.wait}
        times={times}
        series={[
          {
            ...{ label: OVERVIEW.longestWait, color: "warn" },
            values: points.map(({ longest_lag_ms }) =>
              longest_lag_ms === null ? null : longest_lag_ms / 1000,
            ),
          },
        ]}
      />
      {points.some(({ webhooks }) => webhooks !== null) && (
        <Plot
          label={OVERVIEW.webhooks}
          times={times}
          series={WEBHOOKS.map(([name, color]) => ({
            ...{ label: OVERVIEW.rateNames[name], color },
            values: points.map(({ webhooks }) => webhooks?.[name] ?? 0),
          }))}
        />
      )}
    </>
  );
}
