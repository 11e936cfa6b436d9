import { Check, ChevronDown } from "lucide-react";
import {
  Select as AriaSelect,
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from "react-aria-components";
import field from "./field.module.css";
import style from "./select.module.css";

export type Option<Value extends string = string> = { value: Value; label: string; hint?: string };

type SelectProps<Value extends string> = {
  label: string;
  /** Where what stands around says it: the label is for screen readers alone. */
  isLabelHidden?: boolean;
  options: readonly Option<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  placeholder?: string;
  hint?: string;
  error?: string | null;
  isDisabled?: boolean;
};

/** One of a few. */
export function Select<Value extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  onChange,
  placeholder = "",
  hint,
  error = null,
  isDisabled = false,
}: SelectProps<Value>) {
  return (
    <AriaSelect
      className={field.field ?? ""}
      {...(isLabelHidden ? { "aria-label": label } : {})}
      value={value}
      onChange={(key) => onChange(String(key) as Value)}
      placeholder={placeholder}
      isDisabled={isDisabled}
      isInvalid={error !== null}
    >
      {!isLabelHidden && <Label className={field.label ?? ""}>{label}</Label>}
      <Button className={`${field.input} ${style.button}`}>
        <SelectValue className={style.value ?? ""}>
          {({ defaultChildren, isPlaceholder }) =>
            isPlaceholder ? defaultChildren : (options.find((one) => one.value === value)?.label ?? value)
          }
        </SelectValue>
        <ChevronDown aria-hidden size="1rem" />
      </Button>
      {hint !== undefined && (
        <Text slot="description" className={field.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={field.error ?? ""}>{error}</FieldError>
      <Popover className={style.popover ?? ""} offset={4}>
        <ListBox
          className={style.list ?? ""}
          items={options.map((option) => ({ id: option.value, ...option }))}
        >
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className={style.item ?? ""}>
              <span className={style.check}>
                {option.value === value && <Check aria-hidden size="1rem" />}
              </span>
              <span>
                {option.label}
                {option.hint !== undefined && <span className={style.hint}>{option.hint}</span>}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
