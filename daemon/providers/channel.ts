/** What a channel is to its provider; secrets are in the clear here and nowhere else. */
export type ProviderChannel = {
  organizationId: string;
  id: string;
  phoneNumberId: string | null;
  accessToken: string | null;
  /** The account that a probe asks whether it lists the number. */
  wabaId?: string;
  /** Asks for the limits, too; of an account, also whose it is. */
  limits?: { wabaId: string | null };
};

/** What a platform allows a number; what is absent was not told. */
export type NumberLimits = {
  /** Messages a second. */
  throughput?: number;
  /** The number is used in the WhatsApp Business app, too. */
  coexists?: boolean;
  /** How many people may be written to unprompted, in the platform's words. */
  messagingLimit?: string;
  /** Whose numbers share that limit. */
  portfolioId?: string;
};

/** What a live check of a channel found. */
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
  /** Whether the account lists the number to the token: absent when that was not asked or not answered. */
  isListed?: boolean;
};
