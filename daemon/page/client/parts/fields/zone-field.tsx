import { zones } from "../../../languages/forms.ts";
import { Suggested } from "./combo-box.tsx";

const ZONES = zones().map((zone) => ({ value: zone, label: zone }));

type ZoneFieldProps = {
  label: string;
  hint?: string;
  value: string;
  onChange: (zone: string) => void;
  error: string | null;
};

/** A time zone by its name, with those offered that the browser knows. */
export function ZoneField(props: ZoneFieldProps) {
  return <Suggested {...props} options={ZONES} />;
}
