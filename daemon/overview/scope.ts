/** What a caller may see of an organisation, and what of it. */
export type Scope = {
  organizationId: string;
  /** Null is every channel. */
  channelIds: readonly string[] | null;
  /** Null is every endpoint. */
  endpointIds: readonly string[] | null;
  mayReadMessages: boolean;
  mayReadEndpoints: boolean;
};
