/** A user name that WhatsApp gives people, and the PIN that some protect it by. */
export type UserName = { name: string; pin: string | null };

/** WhatsApp's rules, as far as they are one pattern (wppconnect-team/wa-js#3574): letters, digits, single dots, `_`. */
const NAME = /^(?=.*[a-z])(?!\.)(?!.*\.\.)(?!.*\.$)(?!www\.)[a-z0-9_.]{3,35}$/;
const KEY = /^@([a-z0-9_.]+)(?: (\d{4}))?$/;

/** The user name that a text is, without its `@` and in small letters; null when it can't be one. */
export function userName(given: string): string | null {
  const name = given.trim().replace(/^@/, "").toLowerCase();
  return NAME.test(name) ? name : null;
}

/** A user name as lookups have it, beside numbers: `@name`, and the PIN after a blank. */
export function userNameKey({ name, pin }: UserName): string {
  return pin === null ? `@${name}` : `@${name} ${pin}`;
}

/** The user name of a lookup; null when it is of a number. */
export function readUserNameKey(key: string): UserName | null {
  const [, name, pin] = KEY.exec(key) ?? [];
  return name === undefined ? null : { name, pin: pin ?? null };
}
