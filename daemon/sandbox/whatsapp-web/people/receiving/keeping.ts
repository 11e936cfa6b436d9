import { isGroup, STATUS } from "../../wire/jids.ts";
import type { Person } from "../identity/persons.ts";
import type { PhoneMessage } from "../phone-message.ts";
import type { World } from "../world.ts";
import type { Contents } from "./contents.ts";

export type NewLetter = Pick<PhoneMessage, "id" | "chat" | "fromMe" | "device" | "form" | "raw"> &
  Partial<Pick<PhoneMessage, "author" | "keyId">>;

/** Puts a message on a phone, once, and applies what it says about another one. True when it is new. */
export function keepMessage(world: World, person: Person, contents: Contents, letter: NewLetter): boolean {
  const { kind, text } = contents;
  const isFirst = world.messageLog.take(person, { ...letter, kind, text });
  if (!isGroup(letter.chat) && letter.chat !== STATUS)
    world.forms.set(`${person.root} ${world.persons.of(letter.chat).root}`, letter.form);
  if (isFirst) apply(world, person, contents, letter);
  return isFirst;
}

function apply({ messageLog }: World, person: Person, contents: Contents, letter: NewLetter): void {
  const { kind, text, target } = contents;
  const found = target === null ? undefined : messageLog.find(person, target);
  if (found === undefined || target === null) return;
  if (kind === "revoke") messageLog.change(person, target, { deleted: true });
  // what is sealed was applied when it was made
  if (text === null) return;
  const author = letter.author ?? (letter.fromMe ? person.number : letter.chat);
  if (kind === "edit") messageLog.change(person, target, { edits: [...found.edits, text] });
  if (kind === "reaction") {
    const { [author]: _, ...others } = found.reactions;
    messageLog.change(person, target, { reactions: text ? { ...others, [author]: text } : others });
  }
}
