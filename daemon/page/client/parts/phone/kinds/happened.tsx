import {
  Image,
  LogIn,
  LogOut,
  type LucideIcon,
  Megaphone,
  Pencil,
  Phone,
  PhoneMissed,
  RefreshCw,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Timer,
  UserMinus,
  UserPlus,
  Users,
  Video,
} from "lucide-react";
import { useContext } from "react";
import type { PeopleEvent, SystemEvent } from "../../../../../message-types/received/system.ts";
import type { Drawn } from "../drawn.ts";
import { Mentions } from "../mentions.ts";
import style from "../phone.module.css";
import { type Json, objectsOf, textAt } from "../read.ts";
import { PHONE } from "../words.ts";

/** A call, or that nobody took it. */
export function Call({ content, text }: Drawn) {
  const isMissed = content.outcome !== "taken";
  const Icon = isMissed ? PhoneMissed : content.video === true ? Video : Phone;
  return (
    <p className={`${style.line} ${isMissed ? style.missed : ""}`}>
      <Icon aria-hidden size={14} /> {text}
    </p>
  );
}

/** What happened without anybody writing: an event without an icon here does not compile. */
const ICONS: Readonly<Record<SystemEvent, LucideIcon>> = {
  number_changed: Phone,
  user_id_changed: RefreshCw,
  identity_changed: ShieldAlert,
  timer_changed: Timer,
  group_created: Users,
  subject_changed: Pencil,
  description_changed: Pencil,
  picture_changed: Image,
  only_admins_write: Megaphone,
  only_admins_edit: Settings,
  people_added: UserPlus,
  people_removed: UserMinus,
  people_joined: LogIn,
  people_left: LogOut,
  admins_made: ShieldCheck,
  admins_unmade: ShieldAlert,
};

export function System({ content, text }: Drawn) {
  const names = useContext(Mentions);
  const event = textAt(content, "event") ?? "";
  const Icon = Object.hasOwn(ICONS, event) ? ICONS[event as SystemEvent] : RefreshCw;
  const isOfPeople = Object.hasOwn(PHONE.people, event);
  return (
    <p className={style.line}>
      <Icon aria-hidden size={14} />
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
        <bdi>{text}</bdi>
      )}
    </p>
  );
}

/** Somebody of a group: by name if they wrote, else by number, else as WhatsApp names them. */
function nameOf(names: ReadonlyMap<string, string>, person: Json): string {
  const address = textAt(person, "address") ?? PHONE.somebody;
  const phone = textAt(person, "phone");
  return names.get(address.split("@")[0] ?? "") ?? (phone === null ? address : `+${phone}`);
}
