import { Users } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { BodyOf } from "../../../api/call.ts";
import { useAsk, useChange } from "../../../api/queries.ts";
import { useMay, useMe } from "../../../api/session.tsx";
import { useTeams } from "../../../api/teams.ts";
import { useKeys } from "../../../parts/keys.ts";
import type { MenuEntry } from "../../../parts/menu.tsx";
import { useRefusedLater } from "../../../parts/refused-later.ts";
import { minuteTime } from "../../../parts/time.tsx";
import { toast } from "../../../parts/toast.tsx";
import { INBOX } from "../../../view-words.ts";
import { type Conversation, nameOf } from "../types.ts";
import { useArchive } from "./use-archive.ts";
import { useBlock } from "./use-block.ts";
import { useHold } from "./use-hold.ts";

const Snooze = lazy(() => import("./snooze.tsx"));
const LegalHold = lazy(() => import("./legal-hold.tsx"));
const Tags = lazy(() => import("./tags.tsx"));

/** What can be done with a conversation, by buttons, menus and keys. */
export function useActions(conversation: Conversation, onUnread: () => void) {
  const { id, status, assignee_id, team_id, handled_by, handled_since } = conversation;
  const { user } = useMe();
  const may = useMay();
  const teams = useTeams();
  const users = useAsk("GET /v1/conversations/colleagues", {});
  const [doing, setDoing] = useState<"snooze" | "tags" | "legal" | null>(null);
  const refused = useRefusedLater(INBOX.notDone(nameOf(conversation)), `/inbox/${id}`);
  const update = useChange("PATCH /v1/conversations/{id}", { refused });
  const unread = useChange("POST /v1/conversations/{id}/unread", { done: onUnread, refused });
  const handover = useChange("POST /v1/conversations/{id}/handover", { refused });
  const hold = useHold(conversation, refused);
  const archive = useArchive(conversation, refused);
  const block = useBlock(conversation, refused);
  const isAgents = handled_by === "agent";
  const handOver = async () => {
    const to = isAgents ? "business" : "agent";
    if ((await handover.run({ path: { id }, body: { to } })) !== null)
      toast(isAgents ? INBOX.takenOver : INBOX.handedBack);
  };
  const markUnread = () => void unread.run({ path: { id } });
  const change = async (body: BodyOf<"PATCH /v1/conversations/{id}">, done: string) => {
    if ((await update.run({ path: { id }, body })) !== null) toast(done);
  };
  const assign = (to: string | null, name: string) =>
    change({ assignee_id: to }, to === null ? INBOX.assignedToNobody : INBOX.assignedTo(name));
  const giveTeam = (to: string | null, name: string) =>
    change({ team_id: to }, to === null ? INBOX.assignedToNoTeam : INBOX.assignedTo(name));
  const close = () =>
    void change(
      { status: status === "open" ? "closed" : "open" },
      status === "open" ? INBOX.closed : INBOX.reopened,
    );
  const others = (users.data?.data ?? []).filter(
    ({ id: other, may_answer }) => may_answer && other !== user?.id,
  );
  const toMe = user !== null && assignee_id !== user.id;
  const mayAnswer = may("messages:send");
  const ofAnswering = [
    { keys: "e", does: INBOX.keyClose, run: close },
    { keys: "s", does: INBOX.keySnooze, run: () => setDoing("snooze") },
    { keys: "t", does: INBOX.keyTags, run: () => setDoing("tags") },
    ...(hold.isOurs ? [{ keys: "b", does: INBOX.keyHold, run: hold.run }] : []),
    // where Meta said that an agent answers, too
    ...(handled_since === null ? [] : [{ keys: "h", does: INBOX.keyHandover, run: () => void handOver() }]),
    {
      keys: "a",
      does: INBOX.keyAssign,
      run: () => void (user && assign(user.id, user.name ?? INBOX.you)),
    },
  ];
  useKeys([{ keys: "u", does: INBOX.keyUnread, run: markUnread }, ...(mayAnswer ? ofAnswering : [])]);
  const entries: (MenuEntry | false)[] = [
    toMe && {
      label: INBOX.assignToMe,
      keys: "a",
      onPress: () => void assign(user.id, user.name ?? INBOX.you),
    },
    ...others.map(({ id: other, name }) => ({ label: name, onPress: () => void assign(other, name) })),
    assignee_id !== null && { label: INBOX.assignToNobody, onPress: () => void assign(null, "") },
    ...teams.options
      .filter(({ value }) => value !== team_id)
      .map(({ value, label }) => ({
        label: INBOX.teamNamed(label),
        icon: Users,
        onPress: () => void giveTeam(value, label),
      })),
    team_id !== null && { label: INBOX.assignToNoTeam, icon: Users, onPress: () => void giveTeam(null, "") },
  ];
  const owner = others.find((one) => one.id === assignee_id);
  const person = assignee_id === null ? null : assignee_id === user?.id ? INBOX.you : owner?.name;
  const assignee = [person, team_id && teams.nameOf(team_id)].filter(Boolean).join(" · ");
  const more: (MenuEntry | false)[] = [
    { label: INBOX.markUnread, keys: "u", onPress: markUnread },
    mayAnswer && { label: INBOX.snooze, keys: "s", onPress: () => setDoing("snooze") },
    mayAnswer && { label: INBOX.tags, keys: "t", onPress: () => setDoing("tags") },
    mayAnswer && { label: archive.label, onPress: archive.run },
    mayAnswer && hold.isOurs && { label: hold.label, keys: "b", onPress: hold.run },
    mayAnswer &&
      handled_since !== null && {
        label: isAgents ? INBOX.takeOver : INBOX.handBack,
        keys: "h",
        onPress: () => void handOver(),
      },
    mayAnswer && conversation.group_id === null && { label: block.label, onPress: block.run },
    may("users:manage") && {
      label: conversation.legal_hold === null ? INBOX.legalHold : INBOX.legalRelease,
      onPress: () => setDoing("legal"),
    },
  ];
  const snooze = (until: string | null) =>
    void change(
      { status: "snoozed", snoozed_until: until },
      until === null ? INBOX.snoozed : INBOX.snoozedUntil(minuteTime(new Date(until))),
    );
  const stop = () => setDoing(null);
  const dialogs = (
    <Suspense>
      {doing === "snooze" && <Snooze id={id} onClose={stop} onChoose={snooze} />}
      {doing === "legal" && <LegalHold conversation={conversation} onClose={stop} />}
      {doing === "tags" && <Tags conversation={conversation} onClose={stop} />}
    </Suspense>
  );
  return {
    user,
    assign: entries,
    assignee: assignee || INBOX.assign,
    close,
    handOver: () => void handOver(),
    more,
    dialogs,
    problem:
      update.problem ??
      unread.problem ??
      handover.problem ??
      hold.problem ??
      archive.problem ??
      block.problem,
  };
}
