import { ChevronDown, Ellipsis, Search } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation, useRoute } from "wouter";
import { useMe } from "../api/session.tsx";
import { keyName, runKey } from "../parts/keys.ts";
import type { Group, View } from "../routes.tsx";
import common from "../style/common.module.css";
import { WORDS } from "../words.ts";
import type { Badge, useBadges } from "./badges.ts";
import style from "./navigation.module.css";

/** How many views the bar of a phone has room for, beside the rest. */
const IN_BAR = 4;
/** The key that finds what there is. */
const FIND = "mod+k";

type Badges = ReturnType<typeof useBadges>;

/** All views by group, in a column; on a phone, the first few in a bar and the others behind it. */
export function Navigation({ views, badges }: { views: readonly View[]; badges: Badges }) {
  const { user } = useMe();
  const [isOpen, setOpen] = useState(false);
  const lines = views.filter(({ nav }) => nav !== undefined);
  const inBar = lines.filter(({ nav }) => nav?.group !== "settings").slice(0, IN_BAR);
  const ungrouped = lines.filter(({ nav }) => nav?.group === undefined);
  const [location] = useLocation();
  // on a phone, a conversation has the whole screen; its way back leads to the list
  const [isTalking] = useRoute("/inbox/:id");
  const isHidden = !inBar.some((view) => isAt(location, view));
  const line = (view: View) => (
    <NavigationLine
      key={view.path}
      {...{ view }}
      badge={badges[addressOfView(view)]}
      onGo={() => setOpen(false)}
    />
  );
  const groups = Object.keys(WORDS.groups) as Group[];
  return (
    <>
      <nav className={`${style.column} ${isOpen ? style.open : ""}`} aria-label={WORDS.navigation}>
        <p className={style.name}>{WORDS.product}</p>
        <button type="button" className={style.find} onClick={() => runKey(FIND)}>
          <Search aria-hidden size="1rem" />
          {WORDS.search}
          <kbd>{keyName(FIND)}</kbd>
        </button>
        <ul>{ungrouped.map(line)}</ul>
        {groups.map((group) => {
          const inside = lines.filter(({ nav }) => nav?.group === group);
          if (inside.length === 0) return null;
          return <Section key={group} {...{ group, line }} views={inside} isWhole={isOpen} />;
        })}
        <p className={style.user}>{user?.name}</p>
      </nav>
      <nav className={`${style.bar} ${isTalking ? style.away : ""}`} aria-label={WORDS.quickNavigation}>
        <ul>{inBar.map(line)}</ul>
        <button
          type="button"
          className={isHidden ? style.here : undefined}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Ellipsis aria-hidden size="1.125rem" />
          {WORDS.more}
        </button>
      </nav>
    </>
  );
}

/** What one seldom needs is folded, unless one is there. */
const FOLDED: readonly Group[] = ["settings"];

type SectionProps = {
  group: Group;
  views: readonly View[];
  line: (view: View) => ReactNode;
  /** Whether it has the screen to itself, as on a phone: then nothing is folded. */
  isWhole: boolean;
};

function Section({ group, views, line, isWhole }: SectionProps) {
  const [location] = useLocation();
  const [isUnfolded, setUnfolded] = useState(false);
  const isHere = views.some((view) => isAt(location, view));
  const label = WORDS.groups[group];
  const isFolding = FOLDED.includes(group) && !isHere && !isWhole;
  return (
    <section aria-labelledby={`nav-${group}`}>
      <h2 id={`nav-${group}`}>
        {isFolding ? (
          <button
            type="button"
            className={style.fold}
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {label}
            <ChevronDown aria-hidden size="1rem" />
          </button>
        ) : (
          label
        )}
      </h2>
      {(!isFolding || isUnfolded) && <ul>{views.map(line)}</ul>}
    </section>
  );
}

function addressOfView({ path }: View): string {
  return path.replace(/\/:.*$/, "");
}

function isAt(location: string, view: View): boolean {
  const href = addressOfView(view);
  return location === href || (href !== "/" && location.startsWith(`${href}/`));
}

type LineProps = { view: View; badge: Badge | undefined; onGo: () => void };

function NavigationLine({ view, badge, onGo }: LineProps) {
  const [location] = useLocation();
  const { nav } = view;
  const isHere = isAt(location, view);
  const own = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isHere) own.current?.scrollIntoView({ block: "nearest" });
  }, [isHere]);
  if (nav === undefined) return null;
  const { icon: Icon, label } = nav;
  return (
    <li ref={own}>
      <Link href={addressOfView(view)} aria-current={isHere ? "page" : undefined} onClick={onGo}>
        <Icon aria-hidden size="1rem" />
        {label}
      </Link>
      {badge !== undefined && badge.count > 0 && (
        <span
          className={`${common.count} ${style.badge}`}
          role="img"
          aria-label={badge.text}
          title={badge.text}
        >
          {badge.count > 99 ? "99+" : badge.count}
        </span>
      )}
    </li>
  );
}
