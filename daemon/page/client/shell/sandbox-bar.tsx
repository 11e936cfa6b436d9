import type { ReactNode } from "react";
import { IS_SANDBOX } from "../api/sandbox.ts";
import { WORDS } from "../words.ts";
import style from "./frame.module.css";

/** One colour on every screen where nothing is real, and what can be played there. */
export function SandboxBar({ children }: { children?: ReactNode }) {
  if (!IS_SANDBOX) return null;
  return (
    <aside className={style.sandbox}>
      {WORDS.sandbox} {children}
    </aside>
  );
}
