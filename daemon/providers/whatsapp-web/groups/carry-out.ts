import type { GroupMetadata } from "baileys";
import type { GroupRefusal, GroupResults, PairedGroupRequest, ParticipantOutcome } from "../../groups.ts";
import { isOnWhatsApp } from "../connection/questions/number-lookup.ts";
import type { Library } from "../library/library.ts";
import { describeGroup, participantAt } from "./describe.ts";
import { refusalOf } from "./refusal.ts";
import type { Through } from "./through.ts";

const DONE = 200;
const ABSENT = 404;
/** As WhatsApp refuses to add people who let only some add them to groups. */
const NOT_ADDED = 403;

/** Carries out a request about groups. Never rejects: a refusal by WhatsApp is the answer. */
export async function carryOut(
  through: Through,
  request: PairedGroupRequest,
): Promise<{ result: GroupResults[PairedGroupRequest["kind"]] } | { refusal: GroupRefusal }> {
  try {
    return { result: await resultOf(through, request) };
  } catch (cause) {
    return { refusal: await refusalOf(through, request, cause) };
  }
}

async function resultOf(
  through: Through,
  request: PairedGroupRequest,
): Promise<GroupResults[PairedGroupRequest["kind"]]> {
  const { library, socket, own } = through;
  switch (request.kind) {
    case "list":
      return Object.values(await socket.groupFetchAllParticipating()).map((group) =>
        describeGroup(library, group, own),
      );
    case "get":
      return await describe(through, request.group);
    case "create":
      return await create(through, request);
    case "update":
      await change(through, request);
      return await describe(through, request.group);
    case "participants":
      return await changeParticipants(through, request);
    case "invite":
      return codeOf(
        await (request.revoke
          ? socket.groupRevokeInvite(request.group)
          : socket.groupInviteCode(request.group)),
      );
    case "join":
      return await describe(through, codeOf(await socket.groupAcceptInvite(request.code)));
    case "leave":
      await socket.groupLeave(request.group);
      return null;
  }
}

/**
 * Subject and description, which everybody may change while the group is open, come before it is closed, and after it
 * is opened.
 */
async function change(
  { socket }: Through,
  { group, subject, description, announce, locked }: Extract<PairedGroupRequest, { kind: "update" }>,
): Promise<void> {
  if (locked === false) await socket.groupSettingUpdate(group, "unlocked");
  if (subject !== null) await socket.groupUpdateSubject(group, subject);
  if (description !== null) await socket.groupUpdateDescription(group, description);
  if (announce !== null)
    await socket.groupSettingUpdate(group, announce ? "announcement" : "not_announcement");
  if (locked === true) await socket.groupSettingUpdate(group, "locked");
}

async function describe({ library, socket, own }: Through, group: string) {
  return describeGroup(library, await socket.groupMetadata(group), own);
}

type Create = Extract<PairedGroupRequest, { kind: "create" }>;

async function create(through: Through, { subject, description, participants }: Create) {
  const { library, socket, own } = through;
  const there = await reachable(socket, participants);
  if (there.length === 0 && participants.length > 0) throw new NobodyThere();
  const { id } = await socket.groupCreate(subject, there);
  if (description !== null) await socket.groupUpdateDescription(id, description);
  // what WhatsApp answers to the creation names those, too, who were not added
  const group = await socket.groupMetadata(id);
  const outcomes = participants.map((asked) => ({
    asked,
    code: there.includes(asked)
      ? participantAt(library, group, asked) === undefined
        ? NOT_ADDED
        : DONE
      : ABSENT,
  }));
  return { group: describeGroup(library, group, own), outcomes };
}

type Change = Extract<PairedGroupRequest, { kind: "participants" }>;

async function changeParticipants(
  { library, socket }: Through,
  { group, action, participants }: Change,
): Promise<ParticipantOutcome[]> {
  const known = action === "add" ? null : await socket.groupMetadata(group);
  const reached = action === "add" ? await reachable(socket, participants) : participants;
  const named = participants.map((asked) => ({
    asked,
    jid: reached.includes(asked) ? nameOf(library, known, asked) : null,
  }));
  const there = named.flatMap(({ jid }) => jid ?? []);
  const codes =
    there.length === 0 ? [] : await socket.groupParticipantsUpdate(group, [...new Set(there)], action);
  const byJid = new Map(codes.map(({ jid, status }) => [library.jidNormalizedUser(jid), Number(status)]));
  // WhatsApp may name by LID whom it was given by number: its answers are in the order of the question
  const inOrder = codes.length === there.length ? codes.map(({ status }) => Number(status)) : [];
  return named.map(({ asked, jid }) => ({
    asked,
    code: jid === null ? ABSENT : (byJid.get(jid) ?? inOrder[there.indexOf(jid)] ?? ABSENT),
  }));
}

/** None of the people that a group is made for has an account. */
class NobodyThere extends Error {
  override message = "none of these numbers is on WhatsApp";
  /** As WhatsApp refuses. */
  data = 400;
}

/** Those of some people who have an account: WhatsApp hears of nobody else. Throws `NothingSaid`. */
async function reachable(socket: Through["socket"], people: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  // one at a time: an account that asks about many at once is taken for a bot
  for (const person of people) if (await isOnWhatsApp(socket, person)) found.push(person);
  return found;
}

/** The JID of somebody in a group; null when they are not in it. People to add may be named by any address. */
function nameOf(library: Library, known: GroupMetadata | null, asked: string): string | null {
  if (known === null) return library.jidNormalizedUser(asked);
  const found = participantAt(library, known, asked);
  return found === undefined ? null : library.jidNormalizedUser(found.id);
}

function codeOf(code: string | undefined): string {
  if (code === undefined) throw new Error("WhatsApp responded without the invite code");
  return code;
}
