const PERSON = /^([0-9]{5,20})(@(lid|s\.whatsapp\.net|c\.us))?$/;

/** The address of somebody who is named by number or id; null for what is neither. */
export function addressOf(person: string): string | null {
  const [, digits, server = "@s.whatsapp.net"] = PERSON.exec(person.replace(/^\+/, "")) ?? [];
  return digits === undefined ? null : `${digits}${server.replace("c.us", "s.whatsapp.net")}`;
}
