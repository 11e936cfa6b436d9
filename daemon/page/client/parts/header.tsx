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
  useTitle(title);
  return (
    <header className={style.header}>
      <h1 className={style.title}>{title}</h1>
      {children}
      <div className={style.actions}>{actions}</div>
    </header>
  );
}

/** What is shown over what, the last one in front. */
const titles: { text: string }[] = [];
let count = 0;
let mark = "";

function showTitle(): void {
  const text = [titles.at(-1)?.text, WORDS.product].filter(Boolean).join(" · ");
  document.title = mark + (count > 0 ? `(${count}) ${text}` : text);
}

const [DOT, END] = ['<circle cx="12" cy="4" r="4" fill="#d92d20"/>', "</svg>"].map(encodeURIComponent) as [
  string,
  string,
];

/** A dot on the icon of the tab, and the number on that of an installed page, where there is one. */
function showOnIcon(): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon !== null) icon.href = icon.href.replace(DOT, "").replace(END, count > 0 ? DOT + END : END);
  if ("setAppBadge" in navigator) void navigator.setAppBadge(count).catch(() => {});
}

/** Puts words before the title of the tab, whatever view is shown; an empty text takes them away. */
export function markTitle(words: string): void {
  mark = words;
  showTitle();
}

/** The title of the tab, while the component is there. */
export function useTitle(text: string): void {
  useEffect(() => {
    const title = { text };
    titles.push(title);
    showTitle();
    return () => {
      titles.splice(titles.indexOf(title), 1);
      showTitle();
    };
  }, [text]);
}

/** How many wait, before the title of the tab and on its icon, while the component is there. */
export function useTitleCount(waiting: number): void {
  useEffect(() => {
    count = waiting;
    showTitle();
    showOnIcon();
    return () => {
      count = 0;
      showTitle();
      showOnIcon();
    };
  }, [waiting]);
}
