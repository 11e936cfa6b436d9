import { ExternalLink, List } from "lucide-react";
import type { ReactNode } from "react";
import { PhoneFile } from "./file.tsx";
import { Marked } from "./marked.tsx";
import { Middle } from "./middle.tsx";
import style from "./phone.module.css";
import { type Json, objectOf, objectsOf, textAt, webAddress } from "./read.ts";
import { Rows } from "./rows.tsx";
import { PHONE } from "./words.ts";

const FILES = ["image", "video", "audio", "document", "sticker"];

type ContentsProps = { type: string; content: Json; text: string | null };

/** What stands in a bubble, from its top: a file or a title, the words, what the type has, a footer and buttons. */
export function Contents({ type, content, text }: ContentsProps) {
  const parts = [
    fileOf(type, content),
    headerOf(objectOf(content.header)),
    Middle({ type, content }),
    wordsOf(type, content, text),
    Rows({ content }),
    footerOf(content),
    buttonsOf(type, content),
    cardsOf(content),
  ].filter((part) => part !== null);
  return parts.length === 0 ? <p className={style.small}>{text ?? PHONE.nothing}</p> : parts;
}

function fileOf(type: string, content: Json): ReactNode {
  if (!FILES.includes(type)) return null;
  return <PhoneFile key="file" kind={content.voice === true ? "voice" : type} file={content} />;
}

function headerOf(header: Json): ReactNode {
  const kind = textAt(header, "type");
  if (kind !== null && FILES.includes(kind)) return <PhoneFile key="header" kind={kind} file={header} />;
  const text = textAt(header, "text");
  return text === null ? null : (
    <p key="header" className={style.title}>
      {text}
    </p>
  );
}

function wordsOf(type: string, content: Json, text: string | null): ReactNode {
  const own = type === "template" ? text : textAt(content, "body", "caption", "text");
  const address = type === "link" ? textAt(content, "url") : null;
  const template = textAt(objectOf(content.template), "name");
  const words = [own ?? (template === null ? null : PHONE.template(template)), address].filter(
    (one) => one !== null,
  );
  if (words.length === 0) return null;
  return (
    <p key="words" className={style.words}>
      <Marked>{words.join("\n")}</Marked>
    </p>
  );
}

function footerOf(content: Json): ReactNode {
  const footer = textAt(content, "footer");
  return footer === null ? null : (
    <p key="footer" className={style.small}>
      {footer}
    </p>
  );
}

const OWN_BUTTONS: Readonly<Record<string, string>> = {
  location_request: PHONE.sendLocation,
  catalog: PHONE.viewCatalog,
  multi_product: PHONE.viewItems,
  address: PHONE.provideAddress,
  request_contact_info: PHONE.shareNumber,
  contact: PHONE.message,
  poll: PHONE.vote,
};

function buttonsOf(type: string, content: Json): ReactNode {
  const isList = type === "list";
  const titles = [
    ...objectsOf(content.buttons).map((button) => textAt(button, "title")),
    textAt(objectOf(content.url_button), "title"),
    textAt(content, "button_text"),
    OWN_BUTTONS[type] ?? null,
  ].filter((title) => title !== null);
  if (titles.length === 0) return null;
  const leads = webAddress(textAt(content, "url")) !== null;
  return (
    <ul key="buttons" className={style.buttons}>
      {titles.map((title, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: buttons may be the same while they are written
        <li key={at}>
          {isList && <List aria-hidden size={16} />}
          {leads && <ExternalLink aria-hidden size={16} />}
          {title}
        </li>
      ))}
    </ul>
  );
}

/** Cards and products that are swiped through. */
function cardsOf(content: Json): ReactNode {
  const cards = [...objectsOf(content.cards), ...objectsOf(content.products)];
  if (cards.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <ul key="cards" className={style.cards} tabIndex={0}>
      {cards.map((card, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards may be the same while they are written
        <li key={at}>
          <Contents
            type={textAt(card, "media_type") ?? "product"}
            content={card}
            text={textAt(card, "name", "product_retailer_id")}
          />
        </li>
      ))}
    </ul>
  );
}
