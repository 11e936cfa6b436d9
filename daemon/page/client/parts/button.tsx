import type { LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { Button as AriaButton, Tooltip, TooltipTrigger } from "react-aria-components";
import style from "./button.module.css";
import { keyName } from "./keys.ts";

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
  /** The key that does the same. */
  keys?: string;
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
  keys,
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
      {...(keys === undefined ? {} : { "aria-keyshortcuts": keys })}
      {...(onPress === undefined || isBusy ? {} : { onPress })}
    >
      {Icon && <Icon aria-hidden size="1rem" />}
      {children}
      {keys !== undefined && <KeyOf keys={keys} />}
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
  /** Of a button that shows and hides something: whether that is shown. */
  isExpanded?: boolean;
  /** The key that does the same, shown with the name. */
  keys?: string;
  isDisabled?: boolean;
};

/** A button of which only a picture is seen. */
export function IconButton({
  label,
  icon: Icon,
  onPress,
  isPressed,
  isExpanded,
  keys,
  isDisabled = false,
}: IconButtonProps) {
  return (
    <TooltipTrigger delay={400}>
      <AriaButton
        className={`${style.button} ${style.quiet} ${style.icon}`}
        aria-label={label}
        isDisabled={isDisabled}
        {...(isPressed === undefined ? {} : { "aria-pressed": isPressed })}
        {...(isExpanded === undefined ? {} : { "aria-expanded": isExpanded })}
        {...(keys === undefined ? {} : { "aria-keyshortcuts": keys })}
        {...(onPress === undefined ? {} : { onPress })}
      >
        <Icon aria-hidden size="1rem" />
      </AriaButton>
      <Tooltip className={style.tooltip ?? ""} offset={4}>
        {label} {keys !== undefined && <KeyOf keys={keys} />}
      </Tooltip>
    </TooltipTrigger>
  );
}

function KeyOf({ keys }: { keys: string }) {
  return (
    <kbd className={style.keys} aria-hidden>
      {keyName(keys)}
    </kbd>
  );
}
