import { X } from "lucide-react";
import { IconButton } from "../../../parts/button.tsx";
import { ComboBox } from "../../../parts/fields/combo-box.tsx";
import { Select } from "../../../parts/fields/select.tsx";
import { TYPE_NAMES } from "../../../parts/phone/type-names.ts";
import common from "../../../style/common.module.css";
import { BROADCASTS, SETTINGS } from "../../../view-words.ts";
import { WORDS } from "../../../words.ts";
import { choicesOf } from "./choices.ts";
import { kindsLeft, linesOf, withPriority } from "./priorities.ts";
import { Section, type SettingsProps } from "./section.tsx";
import style from "./settings.module.css";

const PRIORITIES: Readonly<Record<string, string>> = BROADCASTS.priorities;

/** Which messages go before others. */
export function PriorityFields({ settings, onChange }: SettingsProps) {
  const { priority = {} } = settings;
  const left = kindsLeft(priority, Object.keys(TYPE_NAMES));
  const change = (kind: string, to: string | null) =>
    onChange({ priority: withPriority(priority, kind, to) });
  return (
    <Section title={SETTINGS.first}>
      <p className={common.quiet}>{SETTINGS.firstHint}</p>
      {linesOf(priority).map(([kind, one]) => (
        <div key={kind} className={style.row}>
          <Select
            label={nameOf(kind)}
            options={choicesOf(PRIORITIES)}
            value={one}
            onChange={(to) => change(kind, to)}
          />
          <IconButton label={WORDS.removeIt(nameOf(kind))} icon={X} onPress={() => change(kind, null)} />
        </div>
      ))}
      <ComboBox
        key={left.join()}
        label={SETTINGS.addKind}
        options={left.map((kind) => ({ value: kind, label: nameOf(kind) }))}
        value={null}
        onChange={(kind) => kind !== null && change(kind, "high")}
      />
    </Section>
  );
}

function nameOf(kind: string): string {
  return SETTINGS.kinds[kind] ?? TYPE_NAMES[kind] ?? kind;
}
