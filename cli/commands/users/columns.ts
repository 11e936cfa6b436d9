import type { Invitation, User } from "../../lib/api/types/access.ts";
import type { Column } from "../../lib/output/column.ts";

export const userColumns: Column<User>[] = [
  { title: "id", value: (user) => user.id },
  { title: "email", value: (user) => user.email, cut: 24 },
  { title: "name", value: (user) => user.name, optional: true },
  { title: "role", value: (user) => user.role },
  { title: "disabled", value: (user) => (user.disabled ? "yes" : "no") },
  { title: "created", value: (user) => user.created_at, kind: "time", optional: true },
];

export const invitationColumns: Column<Invitation>[] = [
  { title: "id", value: (invitation) => invitation.id },
  { title: "email", value: (invitation) => invitation.email, cut: 24 },
  { title: "role", value: (invitation) => invitation.role },
  { title: "expires", value: (invitation) => invitation.expires_at, kind: "time" },
];
