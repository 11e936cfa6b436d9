import { Field } from "../../../parts/fields/field.tsx";
import { SETTINGS } from "../../../view-words.ts";
import { Section, type SettingsProps } from "./section.tsx";

/** Which messaging account an official number's messages are billed to. */
export function AccountField({ settings, onChange, error }: SettingsProps) {
  return (
    <Section title={SETTINGS.account}>
      <Field
        label={SETTINGS.messagingAccount}
        hint={SETTINGS.messagingAccountHint}
        value={settings.messaging_account_id ?? ""}
        onChange={(id) => onChange({ messaging_account_id: id.trim() === "" ? null : id.trim() })}
        error={error("messaging_account_id")}
      />
    </Section>
  );
}
