import { createLedger, type Ledger } from "./ledger.ts";
import { createMediaStore, type MediaStore } from "./media-store.ts";
import type { PhoneNumber, Settings } from "./options.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { createReporter, type Reporter } from "./reporter.ts";
import { createTemplateStore, type TemplateStore } from "./template-store.ts";

/** A business number with the digits its webhooks name it by. */
export type Phone = PhoneNumber & { digits: string };

/** Everything a sandbox knows. It lives in memory and dies with the process. */
export type World = {
  settings: Settings;
  /** `http://host:port`, known once the server listens. */
  url: string;
  phones: ReadonlyMap<string, Phone>;
  /** Ids of business accounts whose webhooks this app receives. */
  subscribed: Set<string>;
  ledger: Ledger;
  media: MediaStore;
  templates: TemplateStore;
  /** How often each number of the refusing recipients was called. */
  calls: Map<string, number>;
  outbox: Outbox;
  reporter: Reporter;
};

export function createWorld(settings: Settings, webhookUrl: string | undefined): World {
  const phones = new Map(settings.phoneNumbers.map((phone) => [phone.id, withDigits(phone)]));
  const subscribed = new Set(settings.phoneNumbers.map((phone) => phone.wabaId));
  const outbox = createOutbox({ appSecret: settings.appSecret, webhookUrl, subscribed });
  return {
    settings,
    url: "",
    phones,
    subscribed,
    ledger: createLedger(),
    media: createMediaStore(),
    templates: createTemplateStore(),
    calls: new Map(),
    outbox,
    reporter: createReporter(settings.timings, outbox),
  };
}

/** The numbers of a business account; empty when there is no such account. */
export function phonesOf(world: World, wabaId: string): Phone[] {
  return [...world.phones.values()].filter((phone) => phone.wabaId === wabaId);
}

/** Forgets every message, file, template, report and call count; the configuration stays. */
export function resetWorld(world: World): void {
  world.reporter.clear();
  world.outbox.clear();
  world.ledger.clear();
  world.media.clear();
  world.templates.clear();
  world.calls.clear();
  for (const phone of world.phones.values()) world.subscribed.add(phone.wabaId);
}

function withDigits(phone: PhoneNumber): Phone {
  return { ...phone, digits: phone.displayPhoneNumber.replace(/\D/g, "") };
}
