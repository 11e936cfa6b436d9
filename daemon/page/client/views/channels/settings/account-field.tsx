import { useState } from "react";
import { Field } from "../../../parts/fields/field.tsx";
import { SETTINGS } from "../../../view-words.ts";
import { Section, type SettingsProps } from "./section.tsx";

const PATH = "other_messaging_account_ids";

/** Which messaging account an official number's messages are billed to, and which others they may name. */
export function AccountField({ settings, onChange, error }: SettingsProps) {
  const [others, setOthers] = useState((settings.other_messaging_account_ids ?? []).join(", "));
  return (
    <Section title={SETTINGS.account}>
      <Field
        label={SETTINGS.messagingAccount}
        hint={SETTINGS.messagingAccountHint}
        value={settings.messaging_account_id ?? ""}
        onChange={(id) => onChange({ messaging_account_id: id.trim() === "" ? null : id.trim() })}
        error={error("messaging_account_id")}
      />
      <Field
        label={SETTINGS.otherAccounts}
        hint={SETTINGS.otherAccountsHint}
        value={others}
        onChange={(text) => {
          setOthers(text);
          onChange({ other_messaging_account_ids: idsIn(text) });
        }}
        error={[PATH, ...idsIn(others).map((_, at) => `${PATH}/${at}`)].map(error).find((one) => one) ?? null}
      />
    </Section>
  );
}

/** The ids in a text that separates them by commas or spaces. */
function idsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,،]+/).filter((id) => id !== ""))];
}
