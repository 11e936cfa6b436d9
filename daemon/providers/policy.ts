import type { ChannelSettings } from "./channel-settings.ts";

/** The parts of a channel that a policy depends on. */
export type PacedChannel = {
  id: string;
  created_at: Date;
  /** Since when it has its number, if it had another before. */
  number_since?: Date | null;
  settings: ChannelSettings;
  /** 0 to 100; null until it was found. */
  health_score?: number | null;
  /** Messages a second that the platform allows, where it says so. */
  throughput?: number | null;
  /** The number is used in the WhatsApp Business app, too. */
  coexists?: boolean;
};

/** Messages a second that a channel sends at most, and who says so. */
export type Throughput = { per_second: number; source: "meta" | "setting" | "coexistence" | "default" };

/** A message that is about to go out, as far as its pacing cares. */
export type PacedMessage = {
  /** Whom it goes to. */
  recipient: string;
  /** False for an operation, which sends nobody anything. */
  isAddressed: boolean;
  /** It goes to somebody who never wrote to the channel, and to whom it never wrote. */
  isNewContact: boolean;
};

/** How one channel lets its messages go. */
export type Policy = {
  /** Calls that may be out at once while all is well. */
  concurrency: number;
  /** Milliseconds until the channel may send at all. */
  laneWait(): number;
  /** 0 takes a place in the pacing for this message; more is how long it has to wait, in milliseconds. */
  take(message: PacedMessage): number;
  /**
   * Whether an attempt that a crash of Postgres forgets may be made again; and after how many attempts without a
   * known outcome a message is given up (null: never), each of which may have reached the recipient.
   */
  attempts: { relaxed: boolean; mostDoubts: number | null };
  /** Present where it matters how many new contacts are written to: called before a drain, if some were within the last day. */
  rememberNewContacts?(writtenTo: readonly Date[]): void;
  /** For how many milliseconds to be seen writing a body first; absent: for none. */
  typingMs?(body: Record<string, unknown>): number;
};

/** The policies of a platform's channels, one each; a channel's is replaced when the value of `given` changes. */
export function createPolicies<Given>(
  given: (channel: PacedChannel) => Given,
  make: (given: Given, channel: PacedChannel) => Policy,
): (channel: PacedChannel) => Policy {
  const known = new Map<string, { made: string; policy: Policy }>();
  return (channel) => {
    const of = given(channel);
    const made = JSON.stringify(of);
    const before = known.get(channel.id);
    if (before?.made === made) return before.policy;
    const policy = make(of, channel);
    known.set(channel.id, { made, policy });
    return policy;
  };
}
