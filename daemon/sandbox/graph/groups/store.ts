import { randomBytes } from "node:crypto";
import type { Phone } from "../accounts/phone.ts";

/** A group of a number. People are digits or user ids. */
export type SandboxGroup = {
  id: string;
  phoneId: string;
  subject: string;
  description: string;
  joinApproval: "auto_approve" | "approval_required";
  /** Seconds since 1970. */
  createdAt: number;
  invite: string;
  suspended: boolean;
  members: string[];
  requests: { id: string; person: string; at: number }[];
};

export type GroupStore = ReturnType<typeof createGroupStore>;

/** No groups yet. */
export function createGroupStore() {
  const groups = new Map<string, SandboxGroup>();
  return {
    find: (id: string) => groups.get(id),
    of: (phone: Phone) => [...groups.values()].filter(({ phoneId }) => phoneId === phone.id),
    add(phone: Phone, given: Pick<SandboxGroup, "subject" | "description" | "joinApproval">): SandboxGroup {
      const group: SandboxGroup = {
        ...given,
        id: newGroupId(phone),
        phoneId: phone.id,
        createdAt: Math.floor(Date.now() / 1000),
        invite: newInvite(),
        suspended: false,
        members: [],
        requests: [],
      };
      groups.set(group.id, group);
      return group;
    },
    remove: (id: string) => groups.delete(id),
    all: () => [...groups.values()],
    restore(known: readonly SandboxGroup[]): void {
      groups.clear();
      for (const group of known) groups.set(group.id, group);
    },
  };
}

/** Meta's ids are base64 of `capi_group:`, the number and the group's own id, with `ZD` behind it. */
function newGroupId({ digits }: Phone): string {
  const own = `120363${BigInt(`0x${randomBytes(5).toString("hex")}`)}`;
  return `${Buffer.from(`capi_group:${digits}:${own}`).toString("base64url")}ZD`;
}

export function newInvite(): string {
  return `https://chat.whatsapp.com/${randomBytes(12).toString("base64url").replace(/[-_]/g, "a")}ABCDEF`;
}

export function newRequestId(): string {
  return randomBytes(16).toString("hex").toUpperCase();
}
