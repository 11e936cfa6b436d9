import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { inItsOrder } from "../api/unseen.ts";
import { WORDS } from "../words.ts";
import style from "./code.module.css";

const SHOWN_MS = 1500;

type IdProps = {
  value: string;
  label?: string;
  /** What is read in its place, such as the name of what it is the id of. */
  shown?: string | null;
};

/** An id, a key or another short text for machines. One press copies it. */
export function Id({ value, label, shown = null }: IdProps) {
  const [isCopied, copy] = useCopy(value);
  return (
    <button
      type="button"
      className={style.id}
      onClick={copy}
      title={WORDS.copy}
      aria-label={`${WORDS.copy} ${label ?? (shown === null ? value : `${shown} ${value}`)}`}
    >
      {shown ?? <code>{value}</code>}
      {isCopied ? <Check aria-hidden size="0.875rem" /> : <Copy aria-hidden size="0.875rem" />}
      <Announced isCopied={isCopied} />
    </button>
  );
}

/** Several lines of code, bytes or commands, with a button that copies them. */
export function Code({ children, label }: { children: string; label: string }) {
  const [isCopied, copy] = useCopy(children);
  return (
    <div className={style.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{inItsOrder(children)}</code>
        </pre>
      </section>
      <button type="button" className={style.copy} onClick={copy} aria-label={`${WORDS.copy} ${label}`}>
        {isCopied ? WORDS.copied : WORDS.copy}
        <Announced isCopied={isCopied} />
      </button>
    </div>
  );
}

function Announced({ isCopied }: { isCopied: boolean }) {
  return (
    <span role="status" className={style.announced}>
      {isCopied ? WORDS.copied : ""}
    </span>
  );
}

/** Whether a text was copied a moment ago, and what copies it. */
function useCopy(text: string): [isCopied: boolean, copy: () => void] {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return [isCopied, () => void copyText(text).then(setCopied)];
}

/** Browsers lend their clipboard over https and on this machine only; elsewhere, a selection is copied. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const isDone = document.execCommand("copy");
    area.remove();
    return isDone;
  }
}
