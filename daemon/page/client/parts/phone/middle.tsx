import { Circle, ExternalLink, MapPin, Package, Square, User } from "lucide-react";
import type { ReactNode } from "react";
import style from "./phone.module.css";
import { type Json, objectOf, textAt } from "./read.ts";
import { PHONE } from "./words.ts";

/** What a type shows in a form of its own. */
export function Middle({ type, content }: { type: string; content: Json }): ReactNode {
  switch (type) {
    case "location":
      return fact(MapPin, textAt(content, "name"), textAt(content, "address") ?? placeOf(content));
    case "contact":
      return fact(User, textAt(content, "full_name"), textAt(content, "organization", "phone"));
    case "poll":
      return pollOf(content);
    case "link":
      return fact(ExternalLink, textAt(content, "title"), textAt(content, "description"));
    case "reaction":
      return textAt(content, "reaction") === null ? (
        <p key="middle" className={style.small}>
          {PHONE.reactionRemoved}
        </p>
      ) : (
        <p key="middle" className={style.big}>
          {textAt(content, "reaction")}
        </p>
      );
    case "edit_message":
      return (
        <p key="middle" className={style.small}>
          {PHONE.edits}
        </p>
      );
    case "product":
    case "single_product": {
      const product = { ...content, ...objectOf(content.product) };
      return fact(Package, textAt(product, "name", "product_retailer_id"), textAt(product, "price"));
    }
    default:
      return null;
  }
}

function fact(Icon: typeof MapPin, title: string | null, about: string | null): ReactNode {
  return (
    <span key="middle" className={style.file}>
      <Icon aria-hidden size={20} />
      <span>
        {title}
        {about !== null && <span className={style.small}>{about}</span>}
      </span>
    </span>
  );
}

function placeOf({ latitude, longitude }: Json): string | null {
  return typeof latitude === "number" && typeof longitude === "number" ? `${latitude}, ${longitude}` : null;
}

function pollOf(content: Json): ReactNode {
  const options = Array.isArray(content.options) ? content.options : [];
  const isOne = content.selectable_count === undefined || content.selectable_count === 1;
  const Box = isOne ? Circle : Square;
  return (
    <div key="middle">
      <p className={style.title}>{textAt(content, "question")}</p>
      <p className={style.small}>{isOne ? PHONE.one : PHONE.several}</p>
      <ul className={style.rows}>
        {options.map((option, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: options may be the same while they are written
          <li key={at}>
            <Box aria-hidden size={16} />
            {typeof option === "string" ? option : ""}
          </li>
        ))}
      </ul>
    </div>
  );
}
