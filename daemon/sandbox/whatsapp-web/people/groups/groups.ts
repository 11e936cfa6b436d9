import { randomInt } from "node:crypto";
import type { Keep } from "../../link.ts";
import { isGroup, lidJid } from "../../wire/jids.ts";
import type { Person, Persons } from "../identity/persons.ts";

/** Somebody in a group, by the user part of the LID. */
export type Member = { lid: string; admin: "admin" | "superadmin" | null };

/** People who write to each other in one chat. */
export type Group = {
  /** `<digits>@g.us` */
  id: string;
  subject: string;
  /** Its description, and the description's id. */
  description?: { id: string; text: string } | null;
  /** Its creator, by the user part of the LID. */
  owner: string;
  createdAt: string;
  members: Member[];
  /** Whether only admins may write in it, and change its subject and description. */
  announce?: boolean;
  locked?: boolean;
  /** Who left by themselves, by the user part of the LID: nobody adds them again. */
  left?: string[];
  /** After how many seconds its messages disappear; absent or 0: they stay. */
  expiresSeconds?: number;
  /** The end of its invite link. */
  invite: string;
};

/** The groups of a sandbox. */
export type Groups = {
  create(owner: Person, subject: string, others: readonly Person[]): Group;
  find(id: string): Group | undefined;
  findByInvite(code: string): Group | undefined;
  /** Those that somebody is in. */
  of(person: Person): Group[];
  change(group: Group, change: Partial<Group>): Group;
  /** The people who are in it now. */
  members(group: Group): Person[];
  has(group: Group, person: Person): boolean;
};

const PREFIX = "people/group/";

/** The groups are kept. */
export function createGroups({ keep, persons }: { keep: Keep; persons: Persons }): Groups {
  const all = (): Group[] => keep.keys(PREFIX).map((key) => JSON.parse(keep.get(key) ?? "{}"));
  const write = (group: Group): Group => {
    keep.set(PREFIX + group.id, JSON.stringify(group));
    return group;
  };
  const has = ({ members }: Group, { lid }: Person) => members.some((member) => member.lid === lid);
  return {
    create(owner, subject, others) {
      const members = new Map<string, Member>([[owner.lid, { lid: owner.lid, admin: "superadmin" }]]);
      for (const { lid } of others) if (!members.has(lid)) members.set(lid, { lid, admin: null });
      const createdAt = new Date().toISOString();
      const made = { id: newGroupId(), subject, owner: owner.lid, createdAt, invite: newInvite() };
      return write({ ...made, members: [...members.values()] });
    },
    find(id) {
      const stored = isGroup(id) ? keep.get(PREFIX + id) : undefined;
      return stored === undefined ? undefined : JSON.parse(stored);
    },
    findByInvite: (code) => all().find(({ invite }) => invite === code),
    of: (person) => all().filter((group) => has(group, person)),
    change: (group, change) => write({ ...group, ...change }),
    members: ({ members }) => members.flatMap(({ lid }) => persons.at(lidJid(lid)) ?? []),
    has,
  };
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const INVITE_LENGTH = 22;

/** What ends an invite link: https://chat.whatsapp.com/… */
export function newInvite(): string {
  return Array.from({ length: INVITE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** As WhatsApp numbers its groups. */
function newGroupId(): string {
  return `120363${randomInt(10 ** 12)
    .toString()
    .padStart(12, "0")}@g.us`;
}
