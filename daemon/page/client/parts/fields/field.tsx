import { type ReactNode, useId } from "react";
import style from "./field.module.css";

type Around = {
  label: string;
  /** What to write, where the label does not say. */
  hint?: ReactNode;
  /** What is wrong with it, as `errorAt` finds it. */
  error?: string | null;
  isRequired?: boolean;
};

type FieldProps = Around & {
  value: string;
  onChange: (value: string) => void;
  type?:
    | "text"
    | "email"
    | "password"
    | "number"
    | "search"
    | "tel"
    | "url"
    | "date"
    | "time"
    | "datetime-local";
  placeholder?: string;
  autoComplete?: string;
  autoFocus?: boolean;
  isDisabled?: boolean;
  /** Ids and code. */
  isMono?: boolean;
  inputMode?: "numeric" | "tel" | "email" | "url";
  maxLength?: number;
  /** The id of `Offers`. */
  list?: string;
  onFocus?: () => void;
};

/** One line of text, with what it is called, how to write it and what is wrong with it. */
export function Field({
  value,
  onChange,
  type = "text",
  autoComplete = "off",
  isMono = false,
  isDisabled = false,
  ...rest
}: FieldProps) {
  const { label, hint, error, isRequired = false, ...input } = rest;
  return (
    <Labelled {...{ label, hint, isRequired }} error={error ?? null}>
      {(aria) => (
        <input
          {...input}
          {...aria}
          className={`${style.input} ${isMono ? style.mono : ""}`}
          type={type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={autoComplete}
          spellCheck={false}
          disabled={isDisabled}
        />
      )}
    </Labelled>
  );
}

type TextAreaProps = Around & {
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  placeholder?: string;
  isMono?: boolean;
  isDisabled?: boolean;
};

/** Several lines of text. */
export function TextArea({
  value,
  onChange,
  rows = 4,
  isMono = false,
  isDisabled = false,
  ...rest
}: TextAreaProps) {
  const { label, hint, error, isRequired = false, ...area } = rest;
  return (
    <Labelled {...{ label, hint, isRequired }} error={error ?? null}>
      {(aria) => (
        <textarea
          {...area}
          {...aria}
          className={`${style.input} ${isMono ? style.mono : ""}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          rows={rows}
          disabled={isDisabled}
        />
      )}
    </Labelled>
  );
}

type ControlAria = {
  id: string;
  required: boolean;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
};

type LabelledProps = Around & { error: string | null; children: (aria: ControlAria) => ReactNode };

function Labelled({ label, hint, error, isRequired = false, children }: LabelledProps) {
  const id = useId();
  const hasHint = hint !== undefined && hint !== null;
  const described = [hasHint && `${id}-hint`, error !== null && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={style.field}>
      <label htmlFor={id} className={style.label}>
        {label}
      </label>
      {children({
        id,
        required: isRequired,
        "aria-invalid": error !== null,
        "aria-describedby": described === "" ? undefined : described,
      })}
      {hasHint && (
        <p id={`${id}-hint`} className={style.hint}>
          {hint}
        </p>
      )}
      {error !== null && (
        <p id={`${id}-error`} className={style.error}>
          {error}
        </p>
      )}
    </div>
  );
}
