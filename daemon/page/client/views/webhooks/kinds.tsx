import { Link, useLocation } from "wouter";
import style from "./webhooks.module.css";
import { WEBHOOKS } from "./words.ts";

const KINDS = [
  ["/webhooks", WEBHOOKS.endpoints],
  ["/webhooks/deliveries", WEBHOOKS.deliveries],
] as const;

/** Leads from the endpoints to their deliveries, and back. */
export function Kinds() {
  const [path] = useLocation();
  const shown = path.startsWith(KINDS[1][0]) ? KINDS[1][0] : KINDS[0][0];
  return (
    <nav className={style.kinds} aria-label={WEBHOOKS.kinds}>
      {KINDS.map(([href, label]) => (
        <Link key={href} href={href} aria-current={href === shown ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
