import type { LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { Button as AriaButton, Tooltip, TooltipTrigger } from "react-aria-components";
import style from "./button.module.css";

type Kind = "main" | "plain" | "danger" | "quiet";

export type ButtonProps = {
  children: ReactNode;
  onPress?: (() => void) | undefined;
  /** `main` once a view; `danger` for what can't be undone; `quiet` without a border. */
  kind?: Kind;
  icon?: LucideIcon;
  type?: "button" | "submit";
  isDisabled?: boolean;
  /** While what it does goes on: it can't be pressed, and says so. */
  isBusy?: boolean;
  /** Of a button that shows and hides something: whether that is shown. */
  isExpanded?: boolean;
  ref?: Ref<HTMLButtonElement>;
};

/** Does something: verb and object. */
export function Button({
  children,
  onPress,
  kind = "plain",
  icon: Icon,
  isBusy = false,
  isExpanded,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    // `isPending` would leave an image without a name, which screen readers read aloud
    <AriaButton
      {...rest}
      className={`${style.button} ${style[kind]}`}
      type={isBusy ? "button" : type}
      data-pending={isBusy || undefined}
      {...(isExpanded === undefined ? {} : { "aria-expanded": isExpanded })}
      {...(onPress === undefined || isBusy ? {} : { onPress })}
    >
      {Icon && <Icon aria-hidden size={16} />}
      {children}
    </AriaButton>
  );
}

type IconButtonProps = {
  /** What it does: its name, and shown when it is pointed at. */
  label: string;
  icon: LucideIcon;
  onPress?: () => void;
  /** Of a button that is a switch: whether it is on. */
  isPressed?: boolean;
  isDisabled?: boolean;
};

/** A button of which only a picture is seen. */
export function IconButton({ label, icon: Icon, onPress, isPressed, isDisabled = false }: IconButtonProps) {
  return (
    <TooltipTrigger delay={400}>
      <AriaButton
        className={`${style.button} ${style.quiet} ${style.icon}`}
        aria-label={label}
        isDisabled={isDisabled}
        {...(isPressed === undefined ? {} : { "aria-pressed": isPressed })}
        {...(onPress === undefined ? {} : { onPress })}
      >
        <Icon aria-hidden size={16} />
      </AriaButton>
      <Tooltip className={style.tooltip ?? ""} offset={4}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
}
