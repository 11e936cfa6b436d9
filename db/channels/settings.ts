import type { Priority } from "../lanes/priorities.ts";
import type { StoredProxy } from "./proxies.ts";

/** The settings of a channel as they are stored. */
export type ChannelSettings = {
  /** Nothing is sent; what is accepted waits. */
  paused?: boolean;
  service_window?: "enforce" | "provider";
  over_limit?: "wait" | "refuse";
  /** Who answers holds the conversation for so long. */
  hold_on_answer?: { minutes: number } | null;
  delivery?: "at_least_once" | "at_most_once";
  rate?: {
    per_second?: number;
    per_recipient_seconds?: number;
    gap_seconds?: { least: number; most: number };
    typing?: boolean;
    rest?: { after: number; seconds: number } | null;
  };
  priority?: Partial<Record<string, Priority | Partial<Record<string, Priority>>>>;
  marketing_messages?: {
    use: boolean;
    fallback?: boolean;
    activity_sharing?: boolean;
    ttl_seconds?: number;
  } | null;
  /** Meta's id of the messaging account that messages are sent for. */
  messaging_account_id?: string | null;
  /** Others of the number, which a message may name. */
  other_messaging_account_ids?: string[];
  groups?: boolean;
  history?: "none" | "90_days" | "full";
  calls?: "ignore" | "reject";
  rejected_call_text?: string | null;
  proxy?: StoredProxy | null;
  quiet_hours?: { from: string; to: string; time_zone: string } | null;
  number_checks_per_day?: number;
  warmup?: { new_contacts_per_day: number; most_per_day: number } | null;
};
