import type { ReactNode } from "react";
import { Checkbox } from "../../../parts/fields/checkbox.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import common from "../../../style/common.module.css";
import type { ChannelSettings } from "./changed-settings.ts";
import style from "./settings.module.css";

/** What the fields of some settings need. */
export type SettingsProps = {
  settings: ChannelSettings;
  isPaired: boolean;
  onChange: (part: ChannelSettings) => void;
  /** What is wrong with a setting, by its path: `rate/per_second`. */
  error: (path: string) => string | null;
};

/** Settings that belong together, under their name. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={style.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

type SwitchProps = {
  label: string;
  hint?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** What can be said about it while it is on. */
  children?: ReactNode;
};

/** Something that a number does or does not, with what it means. */
export function Switch({ label, hint, isOn, onChange, children }: SwitchProps) {
  return (
    <div className={style.switch}>
      <Checkbox isOn={isOn} onChange={onChange}>
        {label}
      </Checkbox>
      {hint !== undefined && <p className={common.quiet}>{hint}</p>}
      {isOn && children !== undefined && <div className={style.on}>{children}</div>}
    </div>
  );
}

/** What an emptied count is that has to be there: no number, which the API refuses at its field. */
export const EMPTIED = Number.NaN;

type CountProps = {
  label: string;
  hint?: string;
  value: number | undefined;
  /** Undefined for what was emptied. */
  onChange: (value: number | undefined) => void;
  error: string | null;
};

/** How many, or for how long. */
export function Count({ value, onChange, ...about }: CountProps) {
  return (
    <Field
      {...about}
      type="number"
      value={value === undefined || Number.isNaN(value) ? "" : String(value)}
      onChange={(typed) => onChange(typed === "" ? undefined : Number(typed))}
    />
  );
}
