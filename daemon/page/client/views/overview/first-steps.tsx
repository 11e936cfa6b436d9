import { Check, Circle } from "lucide-react";
import { Link } from "wouter";
import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";
import { Id } from "../../parts/code.tsx";
import { OVERVIEW } from "../../words.ts";
import style from "./overview.module.css";
import { Section } from "./section.tsx";
import type { Overview } from "./shape.ts";

const RECEIVED = { direction: "inbound", limit: 1 } as const;
/** The last ones: the first answer is among them while there are steps to do. */
const SENT = { direction: "outbound", limit: 20 } as const;

type Step = { text: string; hint?: string; href?: string; isDone: boolean };

/** What to do first, each ticked by what has happened; nothing once all of it has. */
export function FirstSteps({ overview }: { overview: Overview }) {
  const may = useMay();
  const enabled = may("messages:read");
  const received = useAsk("GET /v1/messages", { query: RECEIVED }, { enabled: enabled && overview.sandbox });
  const sent = useAsk("GET /v1/messages", { query: SENT }, { enabled });
  const keys = useAsk("GET /v1/api-keys", { query: { limit: 2 } }, { enabled: may("keys:manage") });
  if (received.isLoading || sent.isLoading || keys.isLoading) return null;
  const { steps } = OVERVIEW;
  const all: (Step | false)[] = [
    overview.sandbox &&
      may("messages:send") && { text: steps.hear, isDone: (received.data?.data.length ?? 0) > 0 },
    overview.sandbox &&
      may("messages:send") && {
        ...{ text: steps.answer, href: "/inbox" },
        isDone: sent.data?.data.some(({ author }) => author?.kind === "user") ?? false,
      },
    !overview.sandbox &&
      may("messages:send") && {
        ...{ text: steps.message, hint: steps.messageHint, href: "/messages/new" },
        isDone: (sent.data?.data.length ?? 0) > 0,
      },
    !overview.sandbox &&
      may("channels:manage") && {
        ...{ text: steps.number, href: "/channels" },
        isDone: overview.channels.some(({ sandbox }) => !sandbox),
      },
    may("keys:manage") && {
      ...{ text: steps.key, href: "/settings/keys" },
      isDone: (keys.data?.data.length ?? 0) > 0,
    },
    may("webhooks:manage") && {
      ...{ text: steps.endpoint, href: "/webhooks" },
      isDone: (overview.endpoints?.length ?? 0) > 0,
    },
    overview.sandbox && may("channels:manage") && { text: steps.live, hint: steps.liveHint, isDone: false },
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
      {isDone ? <Check size="1rem" aria-label={OVERVIEW.done} /> : <Circle size="1rem" aria-hidden />}
      {href === undefined || isDone ? <span>{text}</span> : <Link href={href}>{text}</Link>}
      {hint !== undefined && !isDone && <Id value={hint} />}
    </li>
  );
}
