/** What a channel is to its provider; secrets are in the clear here and nowhere else. */
export type ProviderChannel = {
  organizationId: string;
  id: string;
  phoneNumberId: string | null;
  accessToken: string | null;
  /** The account that a probe asks whether it lists the number. */
  wabaId?: string;
};

/** What a live check of a channel found. */
export type ChannelProbe = {
  /** `degraded`: the platform could not be reached. */
  status: "connected" | "disconnected" | "restricted" | "degraded";
  reason: string | null;
  phoneNumber?: string;
  name?: string;
  qualityRating?: string;
  /** Whether the token reaches the number: absent when the platform did not say. */
  isTheirs?: boolean;
  /** Whether the account lists the number to the token: absent when that was not asked or not answered. */
  isListed?: boolean;
};
