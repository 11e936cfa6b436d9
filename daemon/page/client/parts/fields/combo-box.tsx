import { ChevronDown } from "lucide-react";
import {
  ComboBox as AriaComboBox,
  type ComboBoxProps as AriaProps,
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from "react-aria-components";
import style from "./combo-box.module.css";
import field from "./field.module.css";
import list from "./select.module.css";
import type { Option } from "./select.tsx";

type Around = { label: string; hint?: string | undefined; error?: string | null };

type ComboBoxProps = Around & {
  options: readonly Option[];
  /** Null while none is chosen. */
  value: string | null;
  onChange: (value: string | null) => void;
};

/** One of many, which is found by typing; emptied, it is none. */
export function ComboBox({ value, onChange, ...rest }: ComboBoxProps) {
  return <Typed {...rest} value={value} onChange={(key) => onChange(key === null ? null : String(key))} />;
}

type SuggestedProps = Around & {
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
  maxLength?: number;
};

/** Any text, with those offered that there are already. */
export function Suggested({ value, onChange, ...rest }: SuggestedProps) {
  return <Typed {...rest} allowsCustomValue inputValue={value} onInputChange={onChange} />;
}

type Shown = Option & { id: string };

type TypedProps = Around & { options: readonly Option[]; maxLength?: number } & Pick<
    AriaProps<Shown>,
    "value" | "onChange" | "inputValue" | "onInputChange" | "allowsCustomValue"
  >;

function Typed({ label, hint, error = null, options, maxLength, ...combo }: TypedProps) {
  return (
    <AriaComboBox
      {...combo}
      className={field.field ?? ""}
      defaultItems={options.map((option) => ({ id: option.value, ...option }))}
      isInvalid={error !== null}
      menuTrigger="focus"
    >
      <Label className={field.label ?? ""}>{label}</Label>
      <div className={style.typed}>
        <Input
          className={field.input ?? ""}
          {...(maxLength === undefined ? {} : { maxLength })}
          // what is typed next is another choice
          onClick={({ currentTarget }) => combo.allowsCustomValue || currentTarget.select()}
        />
        <Button className={style.open ?? ""}>
          <ChevronDown aria-hidden size="1rem" />
        </Button>
      </div>
      {hint !== undefined && (
        <Text slot="description" className={field.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={field.error ?? ""}>{error}</FieldError>
      <Popover className={list.popover ?? ""} offset={4}>
        <ListBox<Shown> className={list.list ?? ""}>
          {({ id, label: name, hint: about }) => (
            <ListBoxItem id={id} textValue={name} className={list.item ?? ""}>
              <span>
                {name}
                {about !== undefined && <span className={list.hint}>{about}</span>}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}
