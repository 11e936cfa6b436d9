import { isObject } from "../../../lib/objects.ts";
import type { MovedSession } from "../session-form.ts";
import { bytesOf, withBytes } from "./bytes.ts";
import type { FoundSession } from "./found.ts";
import { missingOf } from "./missing.ts";
import { StoreFailure } from "./store-failure.ts";

/** Those that are moved, and those that are asked anew; a name is of the longest that fits. */
const MOVED = [
  ...["app-state-sync-version", "app-state-sync-key", "sender-key", "pre-key", "session"],
  ...["lid-mapping", "tctoken", "identity-key"],
];
const LEFT = ["sender-key-memory", "device-list"];

const CREDENTIALS = [
  ...["noiseKey", "pairingEphemeralKeyPair", "signedIdentityKey", "signedPreKey", "registrationId"],
  ...["advSecretKey", "nextPreKeyId", "firstUnuploadedPreKeyId", "me", "account", "signalIdentities"],
  ...["platform", "myAppStateKeyId", "routingInfo", "lastPropHash"],
];

/**
 * The session that a store of Baileys' form holds: `creds`, and `<category>-<id>` for each key, with values as they were
 * parsed. Throws a failure when it is of no paired number.
 */
export function readBaileys(
  entries: Iterable<readonly [name: string, value: unknown]>,
  changedAt: Date | null,
): FoundSession {
  let credentials: Record<string, unknown> | null = null;
  const keys: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of entries) {
    if (name === "creds") credentials = credentialsOf(withBytes(value));
    const { category, id } = nameOf(name);
    if (category === null || id === "__index") continue;
    keys[category] ??= {};
    keys[category][id] = keyOf(category, withBytes(value));
  }
  const { me } = credentials ?? {};
  if (credentials === null || !isObject(me) || credentials.account === undefined)
    throw new StoreFailure("this session was never paired: it has no number", {
      hint: "Name another one, or pair the number with `waypost channels pair`",
    });
  const session = { credentials, keys } as MovedSession;
  return {
    number: String(me.id).replace(/\D.*$/, ""),
    name: typeof me.name === "string" ? me.name : null,
    changedAt,
    missing: missingOf(session),
    session,
  };
}

function nameOf(name: string): { category: string | null; id: string } {
  const fits = (category: string) => name.startsWith(`${category}-`);
  if (LEFT.some(fits)) return { category: null, id: "" };
  const category = MOVED.find(fits) ?? null;
  return { category, id: category === null ? "" : idOf(category, name.slice(category.length + 1)) };
}

/** The id behind the name of a file, in which `/` is `__` and `:` is `-`. */
function idOf(category: string, name: string): string {
  if (category === "app-state-sync-key") return name.replaceAll("__", "/");
  return category === "sender-key" ? name.replace(/--([\d_]+)--(\d+)$/, "::$1::$2") : name;
}

function credentialsOf(value: unknown): Record<string, unknown> | null {
  if (!isObject(value)) return null;
  const known = CREDENTIALS.filter((name) => value[name] !== undefined && value[name] !== null);
  const {
    account,
    signalIdentities = [],
    me,
    ...rest
  } = Object.fromEntries(known.map((name) => [name, value[name]]));
  return { ...rest, signalIdentities, ...accountOf(account), ...meOf(me) };
}

/** Its bytes are base64 alone where Baileys wrote it. */
function accountOf(account: unknown) {
  if (!isObject(account)) return {};
  const members = Object.entries(account).map(([name, value]) => [
    name,
    typeof value === "string" ? bytesOf(Buffer.from(value, "base64")) : value,
  ]);
  return { account: Object.fromEntries(members) };
}

function meOf(me: unknown) {
  if (!isObject(me)) return {};
  const { id, lid, name } = me;
  return {
    me: { id, ...(typeof lid === "string" ? { lid } : {}), ...(typeof name === "string" ? { name } : {}) },
  };
}

function keyOf(category: string, value: unknown): unknown {
  if (category === "sender-key" && Array.isArray(value)) return bytesOf(Buffer.from(JSON.stringify(value)));
  if (category !== "app-state-sync-key" || !isObject(value)) return value;
  const { keyData } = value;
  return { ...value, keyData: isObject(keyData) ? keyData.data : keyData };
}
