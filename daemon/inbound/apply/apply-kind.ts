import type { ChannelRow } from "../../../db/channels/channels.ts";
import type { InboundFact } from "../../providers/inbound.ts";
import type { Platforms } from "../../providers/provider.ts";
import type { GatheredWrites } from "./writes.ts";

/** What a fact tells of. */
export type Kind = InboundFact["kind"];
type Of<Name extends Kind> = Extract<InboundFact, { kind: Name }>;

/** Says what is to be written of the facts of one kind that are about the same channels, in the order they came. */
export type Apply<Name extends Kind> = (
  writes: GatheredWrites,
  channels: readonly ChannelRow[],
  facts: readonly Of<Name>[],
  platforms: Platforms,
) => Promise<void>;
