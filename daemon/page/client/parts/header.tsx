import { type ReactNode, useEffect } from "react";
import { WORDS } from "../words.ts";
import style from "./header.module.css";

type HeaderProps = {
  title: string;
  /** What stands beside the title, such as a state. */
  children?: ReactNode;
  /** Buttons; the main one last. */
  actions?: ReactNode;
};

/** The head of a view. Its title is the tab's, too. */
export function Header({ title, children, actions }: HeaderProps) {
  useEffect(() => {
    document.title = `${title} · ${WORDS.product}`;
  }, [title]);
  return (
    <header className={style.header}>
      <h1 className={style.title}>{title}</h1>
      {children}
      <div className={style.actions}>{actions}</div>
    </header>
  );
}
