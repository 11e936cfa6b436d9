import type { ReactNode } from "react";
import style from "./empty.module.css";

type EmptyProps = {
  title: string;
  /** What this is for. */
  children?: ReactNode;
  /** The next step: a button or a link. */
  action?: ReactNode;
};

/** Stands where there is nothing yet: what would be here, and the next step. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className={style.empty}>
      {title !== "" && <h2>{title}</h2>}
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}
