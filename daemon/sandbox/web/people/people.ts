import { lidJid } from "../jids.ts";
import type { Account, CreatePeople, Device, People, Switchboard } from "../link.ts";
import { createMedia } from "../media/media.ts";
import { createBehaviours } from "./behaviours.ts";
import { createControl, type PeopleControl } from "./control/control.ts";
import { routesOf } from "./control/routes.ts";
import { createDeviceIdentityCheck } from "./device-identity.ts";
import { createFeed } from "./feed.ts";
import { hear } from "./incoming.ts";
import { createKeys } from "./keys.ts";
import { createLanes } from "./lanes.ts";
import { createLedger } from "./ledger.ts";
import { baileys, loadLibraries } from "./libraries.ts";
import { welcome } from "./peer.ts";
import { createPersons, NUMBER } from "./persons.ts";
import { createPreKeys } from "./pre-keys.ts";
import { hearChatstate, hearPresence } from "./presences.ts";
import { createProfiles } from "./profiles.ts";
import { hearReceipt } from "./receipts.ts";
import { createSessions } from "./signal.ts";
import { take } from "./taking.ts";
import { createTimers } from "./timers.ts";
import { forgetTransmissions, release } from "./transmission.ts";
import { isReachable, type Timings, type World } from "./world.ts";

type Given = Parameters<CreatePeople>[0];

/** The people, and what a test or a terminal can make them do. */
export type SandboxPeople = People & { control: PeopleControl };

/**
 * Brings the people behind the numbers of a sandbox to life, and the media server with them. Loads `baileys`
 * and `libsignal`, and rejects when they are not installed.
 */
export async function createPeople(given: Given): Promise<SandboxPeople> {
  await loadLibraries();
  const companions = createCompanions(given.switchboard);
  const world = createWorld(given, companions);
  const receive = hear({
    world,
    isLinked: createDeviceIdentityCheck(),
    take: (arrival, message) => take(world, arrival, message),
  });
  const control = createControl(world);
  return {
    ...registerOf(world),
    control,
    receive,
    receipt: (sender, stanza) => hearReceipt(world, sender, stanza),
    presence: (sender, stanza) => hearPresence(world, sender, stanza),
    chatstate: (sender, stanza) => hearChatstate(world, sender, stanza),
    linked: companions.add,
    active(device) {
      welcome(world, device);
      release(world, device);
    },
    unlinked(device) {
      world.sessions.forget(device);
      forgetTransmissions(world, device);
    },
    mediaHost: () => world.media.host,
    routes: routesOf(control),
    async stop() {
      world.timers.clear();
      world.feed.end();
      await world.lanes.idle();
      await world.media.stop();
    },
  };
}

const TIMINGS: Timings = { deliveredMs: 10, readMs: 30, playedMs: 60 };

function createWorld({ switchboard, keep, seed, certificate }: Given, companions: Companions): World {
  const keys = createKeys(seed);
  const persons = createPersons({ keys, keep });
  const preKeys = createPreKeys({ keys, keep, persons });
  const feed = createFeed();
  const media = createMedia({ certificate, keep, deriveKeys: baileys().getMediaKeys });
  const profiles = createProfiles({ keys, keep, persons, mediaHost: media.host });
  return {
    switchboard,
    keep,
    persons,
    preKeys,
    feed,
    media,
    sessions: createSessions({ persons, preKeys, keep }),
    ledger: createLedger({ keep, feed }),
    behaviours: createBehaviours(keep),
    lanes: createLanes(),
    timers: createTimers(),
    timings: { ...TIMINGS },
    waiting: new Map(),
    forms: new Map(),
    profile: profiles.of,
    ...companions,
  };
}

type Companions = ReturnType<typeof createCompanions>;

/** The accounts that were there, asked for once, and those that come. */
function createCompanions({ accounts }: Switchboard) {
  let known: Map<string, Account> | undefined;
  const all = () => (known ??= new Map(accounts().map((account) => [account.number, account])));
  return {
    add: ({ account }: Device) => void all().set(account.number, account),
    linkedNumbers: () =>
      [...all().values()].filter(({ devices }) => devices.size > 0).map(({ number }) => number),
    companionsOf: (number: string) => [...(all().get(number)?.devices.values() ?? [])],
  };
}

/** Who has which number, and the keys that others start sessions with. */
function registerOf(world: World) {
  const { persons, behaviours, preKeys, profile, companionsOf } = world;
  const isOnWhatsApp = (number: string) => NUMBER.test(number) && isReachable(world, number);
  return {
    isOnWhatsApp,
    profile,
    acknowledgementFault: (number: string) =>
      companionsOf(number).length > 0 ? undefined : behaviours.takeAcknowledgement(number),
    lidOf: (number: string) => persons.of(number).lid,
    numberOf: (lid: string) => persons.at(lidJid(lid))?.number,
    identityOf: (number: string) => persons.identityOf(persons.of(number)),
    devices: (number: string) => (isOnWhatsApp(number) ? [{ id: 0 }] : []),
    bundle: (number: string, device: number) =>
      device === 0 && isOnWhatsApp(number) ? preKeys.bundle(persons.of(number)) : undefined,
  };
}
