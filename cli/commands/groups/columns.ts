import type {
  AnsweredRequest,
  Group,
  GroupInvite,
  GroupOutcome,
  JoinRequest,
  ListedGroup,
} from "../../lib/api/types/groups.ts";
import type { Column } from "../../lib/output/column.ts";

export const groupColumns: Column<ListedGroup>[] = [
  { title: "id", value: (group) => group.id },
  { title: "subject", value: (group) => group.subject, cut: true },
  { title: "role", value: (group) => group.role, optional: true },
  { title: "size", value: (group) => group.size, optional: true },
  { title: "created", value: (group) => group.created_at, kind: "time", optional: true },
];

export const groupDetails: Column<Group>[] = [
  ...groupColumns,
  { title: "description", value: (group) => group.description },
  { title: "owner", value: (group) => group.owner },
  { title: "only admins write", value: (group) => group.announce },
  { title: "only admins change it", value: (group) => group.locked },
  { title: "suspended", value: (group) => group.suspended, optional: true },
  { title: "who may join", value: (group) => group.join_approval, optional: true },
  { title: "participants", value: (group) => group.participants.map(nameOf).join(", ") },
];

export const outcomeColumns: Column<GroupOutcome>[] = [
  { title: "participant", value: (outcome) => outcome.participant },
  { title: "status", value: (outcome) => outcome.status, kind: "status" },
  { title: "reason", value: (outcome) => outcome.reason },
];

export const joinRequestColumns: Column<JoinRequest>[] = [
  { title: "id", value: (request) => request.id },
  { title: "participant", value: (request) => request.phone ?? request.participant },
  { title: "asked", value: (request) => request.asked_at, kind: "time", optional: true },
];

export const answeredColumns: Column<AnsweredRequest>[] = [
  { title: "id", value: (request) => request.id },
  { title: "status", value: (request) => request.status, kind: "status" },
];

export const inviteColumns: Column<GroupInvite>[] = [{ title: "link", value: (invite) => invite.url }];

function nameOf({ phone, participant, role }: Group["participants"][number]): string {
  return role === "member" ? (phone ?? participant) : `${phone ?? participant} (${role})`;
}
