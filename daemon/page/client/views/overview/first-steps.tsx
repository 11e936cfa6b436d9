import { Check, Circle } from "lucide-react";
import { Link } from "wouter";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { Id } from "../../parts/code.tsx";
import { OVERVIEW } from "../../words.ts";
import style from "./overview.module.css";
import { Section } from "./section.tsx";
import type { Overview } from "./shape.ts";

type Step = { text: string; hint?: string; href?: string; isDone: boolean };

/** What to do first, each ticked by what has happened; nothing once all of it has. */
export function FirstSteps({ overview }: { overview: Overview }) {
  const may = useMay();
  const messages = useAsk("GET /v1/messages", { query: { limit: 1 } }, { enabled: may("messages:read") });
  const keys = useAsk("GET /v1/api-keys", { query: { limit: 2 } }, { enabled: may("keys:manage") });
  if (messages.isLoading || keys.isLoading) return null;
  const { steps } = OVERVIEW;
  const all: (Step | false)[] = [
    may("messages:send") && {
      ...{ text: steps.message, hint: steps.messageHint, href: "/messages/new" },
      isDone: (messages.data?.data.length ?? 0) > 0,
    },
    may("channels:manage") && {
      ...{ text: steps.number, href: "/channels" },
      isDone: overview.channels.some(({ sandbox }) => sandbox === overview.sandbox),
    },
    may("keys:manage") && {
      ...{ text: steps.key, href: "/settings/keys" },
      isDone: (keys.data?.data.length ?? 0) > 0,
    },
    may("webhooks:manage") && {
      ...{ text: steps.endpoint, href: "/webhooks" },
      isDone: (overview.endpoints?.length ?? 0) > 0,
    },
  ];
  const mine = all.filter((step) => step !== false);
  if (mine.every(({ isDone }) => isDone)) return null;
  return (
    <Section title={OVERVIEW.firstSteps}>
      <ol className={`${style.lines} ${style.steps}`}>{mine.map((step) => stepLine(step))}</ol>
    </Section>
  );
}

function stepLine({ text, hint, href, isDone }: Step) {
  return (
    <li key={text}>
      {isDone ? <Check size={16} aria-label={OVERVIEW.done} /> : <Circle size={16} aria-hidden />}
      {href === undefined || isDone ? <span>{text}</span> : <Link href={href}>{text}</Link>}
      {hint !== undefined && !isDone && <Id value={hint} />}
    </li>
  );
}
