import { ClipboardList, Reply } from "lucide-react";
import { PHONE } from "../../../view-words.ts";
import type { Drawn } from "../drawn.ts";
import style from "../phone.module.css";
import { type Json, objectOf, objectsOf, textAt } from "../read.ts";
import { Products } from "./products.tsx";

/** What somebody chose or filled in: a button, a row of a menu, a form. */
export function Answer({ content, text }: Drawn) {
  const type = textAt(content, "type");
  if (type === "nfm_reply") return <Form content={content} />;
  if (objectsOf(content.products).length > 0) return <Products content={content} text={null} />;
  const permission = textAt(objectOf(content.call_permission_reply), "response");
  const title =
    permission === null
      ? (textAt(content, "title", "body", "text") ?? text ?? PHONE.answered)
      : permission === "accept"
        ? PHONE.callsAllowed
        : PHONE.callsRefused;
  const about = textAt(content, "description");
  const typed = content.simulated === true ? textAt(content, "text", "body") : null;
  return (
    <>
      <p className={style.answer}>
        <Reply aria-hidden size="1rem" /> <bdi>{title}</bdi>
      </p>
      {about !== null && (
        <p className={style.small} dir="auto">
          {about}
        </p>
      )}
      {typed !== null && typed !== title && (
        <p className={style.small}>
          {PHONE.typed} <bdi>{typed}</bdi>
        </p>
      )}
    </>
  );
}

/** Of more fields a form has none. */
const MOST_FIELDS = 50;

function Form({ content }: { content: Json }) {
  const fields = Object.entries(objectOf(content.response)).filter(([name]) => name !== "flow_token");
  return (
    <>
      <p className={style.answer}>
        <ClipboardList aria-hidden size="1rem" /> <bdi>{textAt(content, "body", "name") ?? PHONE.form}</bdi>
      </p>
      {fields.length > 0 && (
        <dl className={style.facts}>
          {fields.slice(0, MOST_FIELDS).map(([name, value]) => (
            <div key={name}>
              <dt dir="auto">{name.replaceAll("_", " ")}</dt>
              <dd dir="auto">{typeof value === "string" ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
