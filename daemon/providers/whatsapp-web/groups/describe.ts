import type { GroupMetadata, GroupParticipant as KnownParticipant } from "baileys";
import type { ChannelGroup, GroupParticipant, ParticipantRole } from "../../groups.ts";
import type { OwnIdentity } from "../connection/session.ts";
import type { Library } from "../library/library.ts";

/** A group as Waypost shows it, with what the number itself is in it. */
export function describeGroup(library: Library, group: GroupMetadata, own: OwnIdentity | null): ChannelGroup {
  const participants = group.participants.map((one) => describeParticipant(library, one));
  return {
    id: group.id,
    subject: group.subject ?? "",
    description: group.desc ?? null,
    owner: group.owner ?? null,
    created_at: Number.isFinite(group.creation)
      ? new Date(Number(group.creation) * 1000).toISOString()
      : null,
    announce: group.announce === true,
    locked: group.restrict === true,
    role: participants.find((one) => isOwn(library, own, one))?.role ?? "member",
    size: participants.length,
    suspended: null,
    joinApproval: null,
    participants,
  };
}

/** The person of a group that an address is about, by number or LID. */
export function participantAt(
  library: Library,
  { participants }: GroupMetadata,
  address: string,
): KnownParticipant | undefined {
  const wanted = library.jidNormalizedUser(address);
  return participants.find(({ id, phoneNumber, lid }) =>
    [id, phoneNumber, lid].some((jid) => jid !== undefined && library.jidNormalizedUser(jid) === wanted),
  );
}

/** Whether the person of an address is an admin of a group; false where the group is not known. */
export function isAdminIn(library: Library, group: GroupMetadata | null, address: string): boolean {
  return group !== null && roleOf(participantAt(library, group, address)?.admin) !== "member";
}

function describeParticipant(library: Library, one: KnownParticipant): GroupParticipant {
  const participant = library.jidNormalizedUser(one.id);
  const numbered = one.phoneNumber ?? (participant.endsWith("@lid") ? undefined : participant);
  const phone = numbered === undefined ? null : (library.jidDecode(numbered)?.user ?? null);
  return { participant, phone, role: roleOf(one.admin) };
}

function roleOf(admin: KnownParticipant["admin"]): ParticipantRole {
  if (admin === "superadmin") return "owner";
  return admin === "admin" ? "admin" : "member";
}

function isOwn(library: Library, own: OwnIdentity | null, { participant, phone }: GroupParticipant): boolean {
  if (own === null) return false;
  return (
    (phone !== null && phone === own.phone) ||
    (own.lid !== null && library.jidNormalizedUser(own.lid) === participant)
  );
}
