import { WORDS } from "../words.ts";
import style from "./frame.module.css";

/** Whether a sandbox stands in for WhatsApp, as the document says. */
const IS_SANDBOX = document.documentElement.hasAttribute("data-sandbox");

/** One colour on every screen where nothing is real. */
export function SandboxBar() {
  return IS_SANDBOX ? <p className={style.sandbox}>{WORDS.sandbox}</p> : null;
}
