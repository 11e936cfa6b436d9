import { Select } from "../../../parts/fields/select.tsx";
import { SETTINGS } from "../../../view-words.ts";
import { WORDS } from "../../../words.ts";
import type { ChannelSettings } from "./changed-settings.ts";
import { Count, Section, type SettingsProps, Switch } from "./section.tsx";

type Marketing = NonNullable<ChannelSettings["marketing_messages"]>;

const HOUR = 3600;
const OF_ACCOUNT = "account";

/** How an official number sends marketing templates. */
export function MarketingFields({ settings, onChange, error }: SettingsProps) {
  const marketing = settings.marketing_messages ?? { use: false };
  const change = (part: Marketing) => onChange({ marketing_messages: part });
  const { fallback = true, activity_sharing: sharing, ttl_seconds: ttl } = marketing;
  const { activity_sharing: _, ...shared } = marketing;
  const { ttl_seconds: __, ...untilUsual } = marketing;
  return (
    <Section title={SETTINGS.marketing}>
      <Switch
        label={SETTINGS.byMarketing}
        hint={SETTINGS.byMarketingHint}
        isOn={marketing.use}
        onChange={(use) => change({ ...marketing, use })}
      >
        <Switch
          label={SETTINGS.fallback}
          isOn={fallback}
          onChange={(isOn) => change({ ...marketing, fallback: isOn })}
        />
        <Select
          label={SETTINGS.sharing}
          options={[
            { value: OF_ACCOUNT, label: SETTINGS.sharingOfAccount },
            { value: "true", label: WORDS.yes },
            { value: "false", label: WORDS.no },
          ]}
          value={sharing === undefined ? OF_ACCOUNT : String(sharing)}
          onChange={(word) =>
            change(word === OF_ACCOUNT ? shared : { ...marketing, activity_sharing: word === "true" })
          }
          error={error("marketing_messages/activity_sharing")}
        />
        <Count
          label={SETTINGS.ttl}
          hint={SETTINGS.ttlHint}
          value={ttl === undefined ? ttl : ttl / HOUR}
          onChange={(hours) =>
            change(hours === undefined ? untilUsual : { ...marketing, ttl_seconds: hours * HOUR })
          }
          error={error("marketing_messages/ttl_seconds")}
        />
      </Switch>
    </Section>
  );
}
