/** A channel as its provider sees it; secrets are in the clear here and nowhere else. */
export type ProviderChannel = {
  organizationId: string;
  id: string;
  phoneNumberId: string | null;
  accessToken: string | null;
  /** The messaging account that messages are sent for, where the channel names one. */
  messagingAccountId?: string;
  /** The account that a probe asks whether it lists the number. */
  wabaId?: string;
  /** Asks for the limits, too; of an account, also whose it is. */
  limits?: { wabaId: string | null };
};

/** A number's limits on its platform; absent ones were not reported. */
export type NumberLimits = {
  /** Messages a second. */
  throughput?: number;
  /** The number is used in the WhatsApp Business app, too. */
  coexists?: boolean;
  /** How many people may be written to unprompted, in the platform's words. */
  messagingLimit?: string;
  /** Whose numbers share that limit. */
  portfolioId?: string;
  /** By whose days and months its messages are charged. */
  timeZone?: string;
};

/** The result of a live check of a channel. */
export type ChannelProbe = {
  /** `degraded`: the platform could not be reached. */
  status: "connected" | "disconnected" | "restricted" | "degraded";
  reason: string | null;
  phoneNumber?: string;
  name?: string;
  qualityRating?: string;
  limits?: NumberLimits;
  /** Whether the token reaches the number: absent when the platform did not say. */
  isTheirs?: boolean;
  /** Whether the account lists the number to the token: absent if not checked or not answered. */
  isListed?: boolean;
};
