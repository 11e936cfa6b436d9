import type { ChannelRow } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import { meetByUserName } from "../../db/contacts/user-names.ts";
import { lookUp } from "../channels/asking/look-up.ts";
import { providerOf } from "../channels/platform.ts";
import type { Caller } from "../http/caller.ts";
import { type Problem, problem } from "../http/problem.ts";
import { userName, userNameKey } from "../phone-numbers/user-names.ts";
import type { Providers } from "../providers/provider.ts";
import type { SendBody } from "./accept/send-body.ts";
import { invalidField } from "./accept/send-fields.ts";

type Answer =
  | { exists: boolean; lid: string | null; wa_id: string | null }
  | { exists: null; pin_required: true };

/** Where a person is written to who was found by their user name; as in `Recipient`. */
type Found = { address: string | null; userId: string | null };

/**
 * The user name in a send's `to`, in small letters; null where it is no user name. Throws 422 for what WhatsApp takes as
 * none, and for a PIN without a user name.
 */
export function userNameOf({ to, to_phone = to, username_pin: pin }: SendBody): string | null {
  const isGiven = to_phone?.trim().startsWith("@") === true;
  if (!isGiven && pin !== undefined)
    throw invalidField("/username_pin", "goes with a user name in `to`, such as @ada.byron");
  if (!isGiven) return null;
  const name = userName(to_phone);
  if (name !== null) return name;
  throw invalidField(
    "/to",
    "is no user name: WhatsApp's have 3 to 35 letters, digits, dots and _, with a letter among them, such as @ada.byron",
  );
}

/**
 * Asks WhatsApp, through a paired number, who has a user name that no contact has, and makes a contact of them; not for a
 * send that is only tried, nor for an agent, whose guard may let it write to contacts alone. Throws 422 where nobody has
 * it, where it takes a PIN, and on platforms that can't be asked; and what `lookUp` throws.
 */
export async function findByUserName(
  { sql, providers }: { sql: Sql; providers: Providers },
  caller: Caller,
  channel: ChannelRow,
  { name, username_pin, dry_run }: Pick<SendBody, "username_pin" | "dry_run"> & { name: string },
): Promise<Found> {
  const pin = username_pin ?? null;
  if (!providerOf(providers, channel).looksUpNumbers) throw unknownHere(name);
  const [row] = await lookUp(sql, channel, [userNameKey({ name, pin })]);
  const found: Answer = JSON.parse(row?.answer ?? "null");
  if (found.exists === null) throw pinRequired(name, pin !== null);
  if (!found.exists) throw nobody(name);
  const { lid, wa_id: phone } = found;
  if (dry_run !== true && caller.agent === null) {
    const where = { organizationId: channel.organization_id, channelId: channel.id };
    const reached =
      lid === null
        ? { type: "phone" as const, value: phone ?? "" }
        : { type: "lid" as const, value: lid.replace("@lid", "") };
    await meetByUserName(sql, where, { ...reached, userName: name });
  }
  return { address: lid === null ? phone : null, userId: lid };
}

function unknownHere(name: string): Problem {
  return at(
    "username_unknown",
    `no contact is known as @${name}, and Meta's API can't look user names up: write to their number or their user id, or once they have written to you`,
  );
}

function nobody(name: string): Problem {
  return at("username_unknown", `nobody on WhatsApp has the user name @${name}; ask them how it is written`);
}

function pinRequired(name: string, wasGiven: boolean): Problem {
  return at(
    "username_pin_required",
    wasGiven
      ? `the PIN is not that of @${name}; ask them for it`
      : `@${name} can only be written to with their PIN: ask them for it, and give it as username_pin`,
  );
}

function at(code: string, message: string): Problem {
  return problem(422, code, `/to: ${message}`, { errors: [{ path: "/to", message }] });
}
