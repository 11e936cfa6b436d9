import {
  Bot,
  History,
  type LucideIcon,
  MessageCircle,
  Phone,
  PhoneMissed,
  ShieldAlert,
  Timer,
  Users,
  Video,
} from "lucide-react";
import { useContext } from "react";
import type { PeopleEvent, SystemEvent } from "../../../../../message-types/received/system.ts";
import { PHONE } from "../../../view-words.ts";
import { shortTime } from "../../time.tsx";
import type { Drawn } from "../drawn.ts";
import { Mentions } from "../mentions.ts";
import style from "../phone.module.css";
import { type Json, objectsOf, textAt } from "../read.ts";

/** A call, or that nobody took it. */
export function Call({ content, text }: Drawn) {
  const isMissed = content.outcome !== "taken";
  const Icon = isMissed ? PhoneMissed : content.video === true ? Video : Phone;
  return (
    <p className={`${style.line} ${isMissed ? style.missed : ""}`}>
      <Icon aria-hidden size="0.875rem" /> {text}
    </p>
  );
}

/** What happened without anybody writing: an event without an icon here does not compile. */
const ICONS: Readonly<Record<SystemEvent, LucideIcon>> = {
  number_changed: Phone,
  chat_opened: MessageCircle,
  user_id_changed: Phone,
  identity_changed: ShieldAlert,
  timer_changed: Timer,
  group_created: Users,
  subject_changed: Users,
  description_changed: Users,
  picture_changed: Users,
  only_admins_write: ShieldAlert,
  only_admins_edit: ShieldAlert,
  group_suspended: ShieldAlert,
  group_deleted: Users,
  people_added: Users,
  people_removed: Users,
  people_joined: Users,
  people_left: Users,
  join_requested: Users,
  join_request_withdrawn: Users,
  admins_made: ShieldAlert,
  admins_unmade: ShieldAlert,
  came_while_away: History,
  not_fetched: History,
  handed_over: Bot,
};

export function System({ content, text }: Drawn) {
  const names = useContext(Mentions);
  const event = textAt(content, "event") ?? "";
  const Icon = Object.hasOwn(ICONS, event) ? ICONS[event as SystemEvent] : ShieldAlert;
  const isOfPeople = Object.hasOwn(PHONE.people, event);
  return (
    <p className={style.line}>
      <Icon aria-hidden size="0.875rem" />
      {isOfPeople ? (
        <span>
          {PHONE.people[event as PeopleEvent]}{" "}
          <bdi>
            {objectsOf(content.people)
              .map((one) => nameOf(names, one))
              .join(", ")}
          </bdi>
        </span>
      ) : (
        <bdi>{awayWords(content) ?? text}</bdi>
      )}
    </p>
  );
}

/** What became of messages of while Waypost was away; null for what else happened. */
function awayWords(content: Json): string | null {
  const [event, since, until] = ["event", "since", "until"].map((member) => textAt(content, member) ?? "");
  if (event === "came_while_away") return PHONE.cameWhileAway(Number(content.messages));
  if (event !== "not_fetched") return null;
  const [first, last] = [since, until].map((at) => shortTime(new Date(at ?? "")));
  return PHONE.notFetched(first ?? "", last ?? "");
}

/** Somebody of a group: by name if they wrote, else by number, else as WhatsApp names them. */
function nameOf(names: ReadonlyMap<string, string>, person: Json): string {
  const address = textAt(person, "address") ?? PHONE.somebody;
  const phone = textAt(person, "phone");
  return names.get(address.split("@")[0] ?? "") ?? (phone === null ? address : `+${phone}`);
}
