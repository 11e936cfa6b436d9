import type { ReactNode } from "react";
import type { Problem } from "../../api/problem.ts";
import { WORDS } from "../../words.ts";
import { Button } from "../button.tsx";
import { ProblemNote } from "../problem.tsx";
import style from "./form.module.css";

type FormProps = {
  children: ReactNode;
  /** Verb and object: what sending it does. */
  action: string;
  onSubmit: () => void;
  onCancel?: () => void;
  problem?: Problem | null;
  isBusy?: boolean;
  /** While there is nothing to send. */
  isDisabled?: boolean;
  isDanger?: boolean;
  /** What stands before the buttons, such as the same as a command. */
  aside?: ReactNode;
};

/** Fields and what sends them: what is wrong stands between the two. */
export function Form({
  children,
  action,
  onSubmit,
  onCancel,
  problem = null,
  isBusy = false,
  isDisabled = false,
  isDanger = false,
  aside,
}: FormProps) {
  return (
    <form
      className={style.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <ProblemNote problem={problem} />
      <Buttons>
        {aside}
        {onCancel && <Button onPress={onCancel}>{WORDS.cancel}</Button>}
        <Button kind={isDanger ? "danger" : "main"} type="submit" {...{ isBusy, isDisabled }}>
          {action}
        </Button>
      </Buttons>
    </form>
  );
}

/** Things below each other, as far apart as the fields of a form. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={style.form}>{children}</div>;
}

/** Short fields beside each other, where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={style.pair}>{children}</div>;
}

/** The buttons at the end of a form or a dialog; the main one last. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className={style.buttons}>{children}</div>;
}
