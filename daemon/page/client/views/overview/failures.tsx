import { Link } from "wouter";
import { Time } from "../../parts/time.tsx";
import common from "../../style/common.module.css";
import { OVERVIEW } from "../../words.ts";
import style from "./overview.module.css";
import { Section } from "./section.tsx";
import type { Overview } from "./shape.ts";

type Failure = Overview["errors"][number];

/** What failed in the last hour, the same reasons together, the most frequent first. */
export function Failures({ errors }: Pick<Overview, "errors">) {
  const reasons = [...Map.groupBy(errors, ({ kind, code }) => `${kind} ${code}`).values()].sort(
    (one, other) => other.length - one.length,
  );
  return (
    <Section title={OVERVIEW.failures}>
      {reasons.length === 0 ? (
        <p className={common.quiet}>{OVERVIEW.noFailures}</p>
      ) : (
        <ul className={style.lines}>{reasons.map((same) => reasonLine(same))}</ul>
      )}
    </Section>
  );
}

function reasonLine(same: readonly Failure[]) {
  const [latest] = same;
  if (latest === undefined) return null;
  const { kind, id, code, detail, name, at } = latest;
  const isMessage = kind === "message";
  return (
    <li key={`${kind} ${code}`}>
      <strong className={style.count}>{same.length}</strong>
      <Link href={isMessage ? `/messages/${id}` : `/webhooks/deliveries/${id}`}>
        {isMessage ? OVERVIEW.what.message : OVERVIEW.what.delivery} {code}
      </Link>
      <span>{detail}</span>
      <span className={common.quiet}>{name}</span>
      <span className={style.end}>
        <Time at={at} />
      </span>
    </li>
  );
}
