/** An address on the wire: `user[:device]@server`. */
export type Address = { user: string; device: number; server: string };

const ADDRESS = /^(\d{1,20})(?::(\d{1,5}))?@(s\.whatsapp\.net|lid)$/;
const GROUP = /^[\d-]{1,40}@g\.us$/;

/** The address that statuses are sent to. Only people who get the key of a status can see it. */
export const STATUS = "status@broadcast";

/** Reads the address of a person's device, by number or by LID; undefined for anything else (groups, the server). */
export function parseAddress(jid: string | undefined): Address | undefined {
  const [, user, device, server] = ADDRESS.exec(jid ?? "") ?? [];
  if (user === undefined || server === undefined) return undefined;
  return { user, device: Number(device ?? 0), server };
}

/** Whether an address is a group's. */
export function isGroup(jid: string | undefined): jid is string {
  return jid !== undefined && GROUP.test(jid);
}

/** Writes an address; device 0, the phone, is not written out. */
export function formatAddress({ user, device, server }: Address): string {
  return device === 0 ? `${user}@${server}` : `${user}:${device}@${server}`;
}

export function phoneJid(number: string, device = 0): string {
  return formatAddress({ user: number, device, server: "s.whatsapp.net" });
}

export function lidJid(lid: string, device = 0): string {
  return formatAddress({ user: lid, device, server: "lid" });
}
