import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, Switch as AriaSwitch } from "react-aria-components";
import style from "./switch.module.css";

type SwitchProps = {
  children: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
};

/** Something that is on or off, and changes at once. */
export function Switch({ children, isOn, onChange, isDisabled = false }: SwitchProps) {
  return (
    <AriaSwitch className={style.switch ?? ""} isSelected={isOn} onChange={onChange} isDisabled={isDisabled}>
      <span className={style.track} aria-hidden />
      {children}
    </AriaSwitch>
  );
}

/** Something that is chosen or not, and takes effect with its form. */
export function Checkbox({ children, isOn, onChange, isDisabled = false }: SwitchProps) {
  return (
    <AriaCheckbox
      className={style.switch ?? ""}
      isSelected={isOn}
      onChange={onChange}
      isDisabled={isDisabled}
    >
      <span className={style.box} aria-hidden />
      {children}
    </AriaCheckbox>
  );
}
