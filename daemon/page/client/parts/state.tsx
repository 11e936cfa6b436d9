import type { ReactNode } from "react";
import style from "./state.module.css";

/** `good` works, `busy` is on its way, `warn` wants a look, `bad` wants somebody now, `quiet` is over or off. */
export type Tone = "good" | "busy" | "warn" | "bad" | "quiet";

/** How something is: a dot and a word, since a colour alone says nothing to many. */
export function State({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`${style.state} ${style[tone]}`}>
      <span className={style.dot} aria-hidden />
      {children}
    </span>
  );
}
