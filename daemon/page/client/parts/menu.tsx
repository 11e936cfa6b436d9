import { Ellipsis, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Menu as AriaMenu, Button, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import button from "./button.module.css";
import select from "./fields/select.module.css";
import { keyName } from "./keys.ts";
import style from "./menu.module.css";

export type MenuEntry = {
  label: string;
  icon?: LucideIcon;
  /** The key that does the same. */
  keys?: string;
  isDanger?: boolean;
  onPress: () => void;
};

type MenuProps = {
  /** What the menu is about; its button's name. */
  label: string;
  /** What is on the button; by default, three dots. */
  children?: ReactNode;
  /** Called before it is shown. */
  onOpen?: () => void;
  entries: readonly (MenuEntry | false | null)[];
};

/** Things that can be done, one press away. Without entries, there is no menu. */
export function Menu({ label, children, onOpen, entries }: MenuProps) {
  const shown = entries.filter((entry) => entry !== false && entry !== null);
  if (shown.length === 0) return null;
  return (
    <MenuTrigger onOpenChange={(isOpen) => isOpen && onOpen?.()}>
      <Button
        aria-label={label}
        className={`${button.button} ${button.quiet} ${children ? "" : button.icon}`}
      >
        {children ?? <Ellipsis aria-hidden size="1rem" />}
      </Button>
      <Popover className={select.popover ?? ""} offset={4} placement="bottom end">
        <AriaMenu className={select.list ?? ""} aria-label={label}>
          {shown.map(({ label: text, icon: Icon, keys, isDanger = false, onPress }) => (
            <MenuItem
              key={text}
              textValue={text}
              onAction={onPress}
              className={`${select.item} ${style.item} ${isDanger ? style.danger : ""}`}
            >
              {Icon && <Icon aria-hidden size="1rem" />}
              <span className={style.text}>{text}</span>
              {keys !== undefined && <kbd className={button.keys}>{keyName(keys)}</kbd>}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
