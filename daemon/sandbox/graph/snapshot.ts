import type { Memory } from "../memory/keep.ts";
import type { Phone } from "./accounts/phone.ts";
import type { TokenSnapshot, TokenStore } from "./accounts/token-store.ts";
import type { BillingAccount } from "./billing/accounts.ts";
import type { Biller } from "./billing/biller.ts";
import type { GroupStore, SandboxGroup } from "./groups/store.ts";
import type { Template, TemplateStore } from "./templates/store.ts";

/** The parts of a world that outlast the process. */
type Lasting = {
  phones: Map<string, Phone>;
  subscribed: Set<string>;
  tokens: TokenStore;
  templates: TemplateStore;
  biller: Pick<Biller, "accounts">;
  groups: GroupStore;
};

/** What outlasts the process: accounts and their objects, not sent messages. */
type Snapshot = {
  phones: Phone[];
  subscribed: string[];
  tokens: TokenSnapshot;
  templates: Template[];
  /** Not in one that an earlier version wrote. */
  billing?: [string, BillingAccount][];
  groups?: SandboxGroup[];
};

const KEY = "snapshot";

/** Writes what a sandbox is to know when it starts again, unless it is written already. */
export function writeSnapshot(
  memory: Memory,
  { phones, subscribed, tokens, templates, biller, groups }: Lasting,
): void {
  const snapshot: Snapshot = {
    phones: [...phones.values()],
    subscribed: [...subscribed],
    tokens: tokens.snapshot(),
    templates: templates.all(),
    billing: biller.accounts.snapshot(),
    groups: groups.all(),
  };
  const text = JSON.stringify(snapshot);
  if (memory.get(KEY) !== text) memory.set(KEY, text);
}

/** Gives a new world what the last snapshot holds; without one it stays as it is. */
export function readSnapshot(memory: Memory, world: Lasting): void {
  const text = memory.get(KEY);
  if (text === undefined) return;
  const { phones, subscribed, tokens, templates, billing = [], groups = [] }: Snapshot = JSON.parse(text);
  for (const phone of phones) world.phones.set(phone.id, { ...phone, official: phone.official ?? true });
  world.subscribed.clear();
  for (const wabaId of subscribed) world.subscribed.add(wabaId);
  world.tokens.restore(tokens);
  world.templates.restore(templates);
  world.biller.accounts.restore(billing);
  world.groups.restore(groups);
}
