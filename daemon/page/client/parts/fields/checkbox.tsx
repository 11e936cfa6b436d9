import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox } from "react-aria-components";
import style from "./checkbox.module.css";

type CheckboxProps = {
  children: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
};

/** Something that is chosen or not, and takes effect with its form. */
export function Checkbox({ children, isOn, onChange, isDisabled = false }: CheckboxProps) {
  return (
    <AriaCheckbox
      className={style.checkbox ?? ""}
      isSelected={isOn}
      onChange={onChange}
      isDisabled={isDisabled}
    >
      <span className={style.box} aria-hidden />
      {children}
    </AriaCheckbox>
  );
}
