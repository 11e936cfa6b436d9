/** The parts of an organisation that a caller may see. */
export type Scope = {
  organizationId: string;
  /** Null is every channel. */
  channelIds: readonly string[] | null;
  /** Null is every endpoint. */
  endpointIds: readonly string[] | null;
  mayReadMessages: boolean;
  mayReadEndpoints: boolean;
};
