import type { Memory } from "../memory/keep.ts";
import { addPhone, type Phone } from "./accounts/phone.ts";
import { createTokenStore, type TokenStore } from "./accounts/token-store.ts";
import { withAgents } from "./agent/agent.ts";
import { createThreads, type Threads } from "./agent/threads.ts";
import { type Biller, createBiller } from "./billing/biller.ts";
import { tierReport } from "./billing/tier-report.ts";
import { type Blocks, createBlocks, withBlocks } from "./blocking/blocks.ts";
import { type CallPermissions, createCallPermissions } from "./calls/permissions.ts";
import { type Clock, createClock } from "./clock.ts";
import { createGroupStore, type GroupStore } from "./groups/store.ts";
import { createUsage, type Usage } from "./http/usage.ts";
import { createMediaStore, type MediaStore, type ResumableUpload } from "./media/store.ts";
import { createMessageLog, type MessageLog } from "./messages/message-log.ts";
import type { Settings } from "./options.ts";
import { createPeople, type People } from "./people.ts";
import { readSnapshot, writeSnapshot } from "./snapshot.ts";
import { createReviewer, type Reviewer } from "./templates/review.ts";
import { createTemplateStore, type TemplateStore } from "./templates/store.ts";
import { createOutbox, type Outbox } from "./webhooks/outbox.ts";
import { createReporter, type Reporter } from "./webhooks/reporter.ts";

/** Everything a sandbox knows. */
export type World = {
  settings: Settings;
  /** `http://host:port`, known once the server listens. */
  url: string;
  phones: Map<string, Phone>;
  /** The business that all accounts are of, and how many people its numbers together may write to unprompted in a day. */
  portfolio: { id: string; messagingLimit: string };
  /** Whether the business may use the Marketing Messages API. */
  marketingMessages: { onboarded: boolean };
  /** Ids of business accounts whose webhooks this app receives. */
  subscribed: Set<string>;
  /** Fields whose webhooks this app does not receive. */
  unsubscribed: Set<string>;
  clock: Clock;
  /** What messages cost. */
  biller: Biller;
  messageLog: MessageLog;
  media: MediaStore;
  /** Uploads in pieces, by their ids. */
  uploads: Map<string, ResumableUpload>;
  templates: TemplateStore;
  groups: GroupStore;
  callPermissions: CallPermissions;
  blocks: Blocks;
  reviewer: Reviewer;
  tokens: TokenStore;
  usage: Usage;
  /** What becomes of a message with a user id in `to`. */
  userIdsInTo: Settings["userIdsInTo"];
  /** How often each number of the refusing recipients was called. */
  calls: Map<string, number>;
  people: People;
  /** Who holds the conversations of numbers with an agent. */
  threads: Threads;
  outbox: Outbox;
  reporter: Reporter;
  /** Writes what is to outlast the process, where there is a place for it. */
  remember(): void;
};

const PORTFOLIO = { id: "300200100500400", messagingLimit: "TIER_UNLIMITED" };

/** A new world, which begins with what `memory` holds of an earlier one. */
export function createWorld(
  settings: Settings,
  webhookUrl: string | undefined,
  memory: Memory | undefined,
): World {
  const phones = new Map<string, Phone>();
  for (const phone of settings.phoneNumbers) addPhone(phones, phone);
  const subscribed = new Set(settings.phoneNumbers.map((phone) => phone.wabaId));
  const unsubscribed = new Set<string>();
  const people = createPeople();
  const callPermissions = createCallPermissions();
  const clock = createClock();
  const threads = createThreads(clock);
  const blocks = createBlocks();
  const sent = createOutbox({ ...settings, webhookUrl, subscribed, unsubscribed });
  const outbox = withBlocks({ outbox: withAgents({ outbox: sent, threads, clock }), blocks, clock });
  const biller = createBiller((tier) => outbox.push(tierReport(tier, clock.now())));
  const remember = () => memory && writeSnapshot(memory, world);
  const world: World = {
    settings,
    url: "",
    phones,
    portfolio: { ...PORTFOLIO },
    marketingMessages: { onboarded: true },
    subscribed,
    unsubscribed,
    clock,
    biller,
    messageLog: createMessageLog(),
    media: createMediaStore(),
    uploads: new Map(),
    templates: createTemplateStore(),
    groups: createGroupStore(),
    callPermissions,
    blocks,
    reviewer: createReviewer(settings.reviewMs, outbox, remember),
    tokens: createTokenStore(settings.accessToken),
    usage: createUsage(),
    userIdsInTo: settings.userIdsInTo,
    calls: new Map(),
    people,
    threads,
    outbox,
    reporter: createReporter(settings.timings, { outbox, people, clock, biller, callPermissions }),
    remember,
  };
  if (memory !== undefined) readSnapshot(memory, world);
  return world;
}

/** The numbers of a business account; empty when there is no such account. */
export function phonesOf(world: World, wabaId: string): Phone[] {
  return [...world.phones.values()].filter((phone) => phone.wabaId === wabaId);
}

/** The business account that an account is, or whose numbers have it as a messaging account; null of any other id. */
export function businessAccountOf({ phones }: World, accountId: string): string | null {
  const has = ({ wabaId, otherMessagingAccounts = [] }: Phone) =>
    wabaId === accountId || otherMessagingAccounts.includes(accountId);
  return [...phones.values()].find(has)?.wabaId ?? null;
}

/** Forgets every message, file, template, token, report and call count; the configuration stays. */
export function resetWorld(world: World): void {
  world.reporter.clear();
  world.outbox.clear();
  world.messageLog.clear();
  world.media.clear();
  world.uploads.clear();
  world.reviewer.clear();
  world.templates.clear();
  world.groups.restore([]);
  world.callPermissions.clear();
  world.blocks.clear();
  world.tokens.clear();
  world.usage.setLimit(null, 0);
  world.userIdsInTo = world.settings.userIdsInTo;
  world.calls.clear();
  world.portfolio = { ...PORTFOLIO };
  world.marketingMessages.onboarded = true;
  world.unsubscribed.clear();
  world.people.clear();
  world.biller.clear();
  world.clock.set(null);
  world.threads.clear();
  world.phones.clear();
  for (const phone of world.settings.phoneNumbers) addPhone(world.phones, phone);
  for (const phone of world.phones.values()) world.subscribed.add(phone.wabaId);
}
