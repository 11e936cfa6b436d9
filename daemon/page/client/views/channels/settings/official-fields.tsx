import { SETTINGS } from "../../../view-words.ts";
import { HistoryField } from "./history-field.tsx";
import { MarketingFields } from "./marketing-fields.tsx";
import { Section, type SettingsProps } from "./section.tsx";

/** What only official numbers have: marketing templates, and the chats of the WhatsApp Business app. */
export function OfficialFields(props: SettingsProps) {
  return (
    <>
      <MarketingFields {...props} />
      <Section title={SETTINGS.app}>
        <HistoryField {...props} hint={SETTINGS.appHistoryHint} />
      </Section>
    </>
  );
}
