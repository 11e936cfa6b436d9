import { Building2, Link2, Mail, Phone, User } from "lucide-react";
import { PHONE } from "../../../view-words.ts";
import type { Drawn } from "../drawn.ts";
import style from "../phone.module.css";
import { type Json, mailAddress, numberAddress, objectOf, objectsOf, textAt, webAddress } from "../read.ts";
import { fieldsOf } from "./vcard.ts";

/** Cards of people: all that came, or the one that is sent. */
export function Contacts({ content }: Drawn) {
  const all = objectsOf(content.contacts);
  const cards = all.length === 0 ? [sentCard(content)] : all.map(receivedCard);
  return (
    <ul className={style.people}>
      {cards.map((card, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards may be the same
        <li key={at}>
          <Person {...card} />
        </li>
      ))}
    </ul>
  );
}

type Card = {
  name: string | null;
  organization: string | null;
  numbers: readonly string[];
  emails: readonly string[];
  pages: readonly string[];
};

function sentCard(content: Json): Card {
  const phone = textAt(content, "phone");
  return {
    name: textAt(content, "full_name"),
    organization: textAt(content, "organization"),
    numbers: phone === null ? [] : [`+${phone}`],
    emails: [],
    pages: [],
  };
}

/** In Meta's form, or a vCard beside a name. */
function receivedCard(card: Json): Card {
  const written = fieldsOf(textAt(card, "vcard") ?? "");
  const org = objectOf(card.org);
  const all = (name: string, ...members: string[]) =>
    objectsOf(card[name]).flatMap((one) => textAt(one, ...members) ?? []);
  return {
    name: textAt(objectOf(card.name), "formatted_name"),
    organization: textAt(org, "company", "title") ?? written("ORG")[0] ?? null,
    numbers: all("phones", "phone", "wa_id"),
    emails: [...all("emails", "email"), ...written("EMAIL")],
    pages: [...all("urls", "url"), ...written("URL")],
  };
}

function Person({ name, organization, numbers, emails, pages }: Card) {
  return (
    <div className={style.card}>
      <User aria-hidden size="1.25rem" />
      <ul>
        <li className={style.title} dir="auto">
          {name ?? PHONE.somebody}
        </li>
        {organization !== null && (
          <li className={style.fact}>
            <Building2 aria-hidden size="0.875rem" /> <bdi>{organization}</bdi>
          </li>
        )}
        {numbers.map((number) => (
          <Way key={number} icon={Phone} address={numberAddress(number)} words={number} />
        ))}
        {emails.map((email) => (
          <Way key={email} icon={Mail} address={mailAddress(email)} words={email} />
        ))}
        {pages.map((page) => (
          <Way key={page} icon={Link2} address={webAddress(page)?.href ?? null} words={page} />
        ))}
      </ul>
    </div>
  );
}

type WayProps = { icon: typeof Phone; address: string | null; words: string };

function Way({ icon: Icon, address, words }: WayProps) {
  return (
    <li className={style.fact}>
      <Icon aria-hidden size="0.875rem" />{" "}
      {address === null ? (
        <bdi>{words}</bdi>
      ) : (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow">
          <bdi>{words}</bdi>
        </a>
      )}
    </li>
  );
}
