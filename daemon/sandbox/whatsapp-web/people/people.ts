import type { CreatePeople, People } from "../link.ts";
import { receiveCall } from "./calls.ts";
import { createControl, type PeopleControl } from "./control/control.ts";
import { routesOf } from "./control/routes.ts";
import { createWorld } from "./create-world.ts";
import { respondAboutGroups } from "./groups/queries.ts";
import { registerOf } from "./identity/register.ts";
import { receiveMessage } from "./receiving/incoming.ts";
import { receiveChatstate, receivePresence } from "./receiving/presences.ts";
import { receiveReceipt } from "./receiving/receipts.ts";
import { take } from "./receiving/taking.ts";
import { welcome } from "./sending/peer.ts";
import { forgetTransmissions, release } from "./sending/transmission.ts";
import { createDeviceIdentityCheck } from "./signal/device-identity.ts";
import { loadLibraries } from "./signal/libraries.ts";
import type { World } from "./world.ts";

/** The people, and what a test or a terminal can make them do. */
export type SandboxPeople = People & { control: PeopleControl };

/**
 * Brings the people behind the numbers of a sandbox to life, and the media server with them. Loads `baileys`
 * and `libsignal`, and rejects when they are not installed.
 */
export async function createPeople(given: Parameters<CreatePeople>[0]): Promise<SandboxPeople> {
  await loadLibraries();
  const world = createWorld(given);
  const control = createControl(world);
  return {
    ...registerOf(world),
    ...earsOf(world),
    groupMembers: (id) => membersOf(world, id),
    respondAboutGroups: (sender, iq) => respondAboutGroups(world, sender, iq),
    control,
    linked: world.addCompanion,
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
    stop: () => stop(world),
  };
}

/** Handlers of the stanzas of companions. */
function earsOf(world: World): Pick<People, "receive" | "receipt" | "presence" | "chatstate" | "call"> {
  return {
    receive: receiveMessage({
      world,
      isLinked: createDeviceIdentityCheck(),
      take: (arrival, message) => take(world, arrival, message),
    }),
    receipt: (sender, stanza) => receiveReceipt(world, sender, stanza),
    presence: (sender, stanza) => receivePresence(world, sender, stanza),
    chatstate: (sender, stanza) => receiveChatstate(world, sender, stanza),
    call: (sender, stanza) => receiveCall(world, sender, stanza),
  };
}

function membersOf({ groups }: World, id: string): string[] {
  const group = groups.find(id);
  return group === undefined ? [] : groups.members(group).map(({ number }) => number);
}

/** Phones do what they were about to: a server that restarts takes no receipt back that a phone was still to send. */
async function stop({ timers, feed, lanes, media }: World): Promise<void> {
  while (!lanes.isIdle() || timers.waiting() > 0) {
    await lanes.idle();
    timers.hurry();
  }
  feed.end();
  await media.stop();
}
