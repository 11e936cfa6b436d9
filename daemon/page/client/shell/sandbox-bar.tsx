import { IS_SANDBOX } from "../api/sandbox.ts";
import { WORDS } from "../words.ts";
import style from "./frame.module.css";

/** One colour on every screen where nothing is real. */
export function SandboxBar() {
  return IS_SANDBOX ? <aside className={style.sandbox}>{WORDS.sandbox}</aside> : null;
}
