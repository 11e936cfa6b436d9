import type { PhoneNumber } from "../options.ts";

/** A business number as it is now, with the digits its webhooks name it by. */
export type Phone = PhoneNumber & {
  digits: string;
  verified: boolean;
  registered: boolean;
  pin: string | null;
  throughput: "STANDARD" | "HIGH";
  /** It is used in the WhatsApp Business app, too. */
  coexists: boolean;
  /** What of its app was sent already. */
  sentOfApp?: string[];
  /** Of an Official Business Account, which groups need. */
  official: boolean;
  /** Meta's agent answers on it: the words that ask for a person, and whether the app may take a thread from it. */
  agent?: { words: string[]; escalation: boolean };
  /** Absent in worlds that an earlier version kept. */
  username?: { name: string; status: "reserved" | "approved" } | null;
  /** When it was tried to be registered, in milliseconds. */
  tries: number[];
};

/** Adds a number, verified and registered unless it is said not to be. */
export function addPhone(
  phones: Map<string, Phone>,
  phone: PhoneNumber,
  state: { verified?: boolean; registered?: boolean } = {},
): Phone {
  const { verified = true, registered = true } = state;
  const digits = phone.displayPhoneNumber.replace(/\D/g, "");
  const added: Phone = {
    ...{ ...phone, digits, verified, registered },
    ...{ pin: null, throughput: "STANDARD", coexists: false, official: true, tries: [] },
  };
  phones.set(phone.id, added);
  return added;
}
