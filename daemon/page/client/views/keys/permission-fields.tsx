import { Checkbox } from "../../parts/fields/checkbox.tsx";
import field from "../../parts/fields/field.module.css";
import { KEYS, MAY } from "../../view-words.ts";
import style from "./keys.module.css";
import type { Permission } from "./purposes.ts";

type PermissionFieldsProps = {
  grantable: readonly Permission[];
  value: readonly Permission[];
  onChange: (value: Permission[]) => void;
  error: string | null;
};

/** All that may be granted, in words and in sight. */
export function PermissionFields({ grantable, value, onChange, error }: PermissionFieldsProps) {
  return (
    <fieldset className={field.field}>
      <legend className={field.label}>{KEYS.itMay}</legend>
      <div className={style.permissions}>
        {grantable.map((one) => (
          <Checkbox
            key={one}
            isOn={value.includes(one)}
            onChange={(isOn) =>
              onChange(grantable.filter((other) => (other === one ? isOn : value.includes(other))))
            }
          >
            {MAY[one]}
          </Checkbox>
        ))}
      </div>
      {error !== null && <p className={field.error}>{error}</p>}
    </fieldset>
  );
}
