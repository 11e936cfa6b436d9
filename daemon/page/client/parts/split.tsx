import { ArrowLeft, X } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation, useSearch } from "wouter";
import { seenOr } from "../api/unseen.ts";
import { WORDS } from "../words.ts";
import { IconButton } from "./button.tsx";
import style from "./split.module.css";

/** A list and, when one of it is chosen, its detail: beside the list on a wide screen, in its place on a narrow one. */
export function Split({ list, detail }: { list: ReactNode; detail: ReactNode | null }) {
  // one tree in both cases: the list stays as it is, with its place and focus, when a detail opens
  const isBeside = detail !== null;
  return (
    <div className={isBeside ? style.split : undefined}>
      <div className={`${style.view} ${isBeside ? style.list : ""}`}>{list}</div>
      {detail}
    </div>
  );
}

type DetailProps = {
  title: ReactNode;
  /** Where the list is: the way back, which keeps its filters. */
  back: string;
  /** Buttons and menus about it. */
  actions?: ReactNode;
  children: ReactNode;
};

/** All about one thing of a list. */
export function Detail({ title, back, actions, children }: DetailProps) {
  const [, go] = useLocation();
  const search = useSearch();
  const leave = () => go(search === "" ? back : `${back}?${search}`);
  return (
    <section className={style.detail} aria-labelledby="detail-title">
      <header className={style.header}>
        <span className={style.back}>
          <IconButton label={WORDS.back} icon={ArrowLeft} onPress={leave} />
        </span>
        <h2 id="detail-title" className={style.title}>
          {seenOr(title, WORDS.nameless)}
        </h2>
        {actions}
        <span className={style.close}>
          <IconButton label={WORDS.close} icon={X} onPress={leave} />
        </span>
      </header>
      {children}
    </section>
  );
}

type Fact = readonly [name: string, value: ReactNode];

/** Facts about one thing: a name and a value each. Those without a value are left out. */
export function Facts({ facts }: { facts: readonly (Fact | false | null)[] }) {
  const known = facts.filter(
    (fact): fact is Fact =>
      Array.isArray(fact) && fact[1] !== null && fact[1] !== undefined && fact[1] !== "",
  );
  return (
    <dl className={style.facts}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
