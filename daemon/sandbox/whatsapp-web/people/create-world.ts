import type { Account, CreatePeople, Device, Switchboard } from "../link.ts";
import { createMedia } from "../media/media.ts";
import { createAppState } from "./app-state/app-state.ts";
import { createBehaviours } from "./behaviours.ts";
import { createFeed } from "./feed.ts";
import { createGroups } from "./groups/groups.ts";
import { createSenderKeys } from "./groups/sender-keys.ts";
import { createKeys } from "./identity/keys.ts";
import { createPersons } from "./identity/persons.ts";
import { createProfiles } from "./identity/profiles.ts";
import { createUserNames } from "./identity/user-names.ts";
import { createLanes } from "./lanes.ts";
import { createMessageLog } from "./message-log.ts";
import { baileys } from "./signal/libraries.ts";
import { createPreKeys } from "./signal/pre-keys.ts";
import { createSignalSessions } from "./signal/sessions.ts";
import { createTimers } from "./timers.ts";
import type { Timings, World } from "./world.ts";

type Given = Parameters<CreatePeople>[0];

const TIMINGS: Timings = { deliveredMs: 10, readMs: 30, playedMs: 60 };

/** Everything the people share, on top of what the server gives them. */
export function createWorld({ switchboard, keep, seed, certificate }: Given): World & Companions {
  const keys = createKeys(seed);
  const persons = createPersons({ keys, keep });
  const preKeys = createPreKeys({ keys, keep, persons });
  const feed = createFeed();
  const media = createMedia({ certificate, keep, deriveKeys: baileys().getMediaKeys });
  const profile = createProfiles({ keys, persons, keep, mediaHost: media.host });
  return {
    switchboard,
    keep,
    persons,
    preKeys,
    feed,
    media,
    sessions: createSignalSessions({ persons, preKeys, keep }),
    groups: createGroups({ keep, persons }),
    senderKeys: createSenderKeys(keep),
    messageLog: createMessageLog({ keep, feed }),
    userNames: createUserNames({ keep, persons }),
    behaviours: createBehaviours(keep),
    appState: createAppState({ keys, persons, keep, profile }),
    lanes: createLanes(),
    timers: createTimers(),
    calls: new Map(),
    presences: new Map(),
    timings: { ...TIMINGS },
    waiting: new Map(),
    forms: new Map(),
    profile,
    ...createCompanions(switchboard),
  };
}

/** Those who are linked. */
type Companions = ReturnType<typeof createCompanions>;

/** The existing accounts, read once, and new ones. */
function createCompanions({ accounts }: Switchboard) {
  let known: Map<string, Account> | undefined;
  const all = () => (known ??= new Map(accounts().map((account) => [account.number, account])));
  return {
    addCompanion: ({ account }: Device) => void all().set(account.number, account),
    linkedNumbers: () =>
      [...all().values()].filter(({ devices }) => devices.size > 0).map(({ number }) => number),
    companionsOf: (number: string) => [...(all().get(number)?.devices.values() ?? [])],
  };
}
