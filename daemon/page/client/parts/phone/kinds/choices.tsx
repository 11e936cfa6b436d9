import { PHONE } from "../../../view-words.ts";
import type { Drawn } from "../drawn.ts";
import { type BelowButton, Layout } from "../layout.tsx";
import style from "../phone.module.css";
import { type Json, objectOf, textAt, webAddress } from "../read.ts";

/** Words with buttons to answer by. */
export function Buttons({ content }: Drawn) {
  return <Layout content={content} words={textAt(content, "body")} />;
}

/** Words with a menu that a button opens. */
export function List({ content }: Drawn) {
  return <Layout content={content} words={textAt(content, "body")} buttons={own(content, "list")} />;
}

/** Words with a button that opens a page. */
export function Link({ content }: Drawn) {
  return <Layout content={content} words={textAt(content, "body")} buttons={own(content, "url")} />;
}

/** Words with a link, and what its page is about. */
export function Linked({ content }: Drawn) {
  const address = webAddress(textAt(content, "url"));
  const [title, about] = [textAt(content, "title"), textAt(content, "description")];
  const words = [textAt(content, "body"), textAt(content, "url")].filter((one) => one !== null);
  return (
    <Layout content={{}} words={words.join("\n") || null}>
      {(title ?? about) !== null && (
        <span className={style.card}>
          <span>
            {title !== null && <bdi className={style.title}>{title}</bdi>}
            {about !== null && <bdi className={style.small}>{about}</bdi>}
            {address !== null && <bdi className={style.small}>{address.host}</bdi>}
          </span>
        </span>
      )}
    </Layout>
  );
}

/** Asks where somebody is. */
export function LocationRequest({ content }: Drawn) {
  const buttons = [{ title: PHONE.sendLocation, kind: "location" }];
  return <Layout content={content} words={textAt(content, "body")} buttons={buttons} />;
}

/** Asks for somebody's number. */
export function ContactRequest({ content }: Drawn) {
  return (
    <Layout content={content} words={textAt(content, "body")} buttons={[{ title: PHONE.shareNumber }]} />
  );
}

/** Asks whether the business may call. */
export function CallRequest({ content }: Drawn) {
  return (
    <Layout
      content={content}
      words={textAt(content, "body") ?? PHONE.mayCall}
      buttons={[{ title: PHONE.choosePreference }]}
    />
  );
}

/** Asks for a postal address by a form, with what is filled in and what is wrong with it. */
export function Address({ content }: Drawn) {
  const [values, wrong] = [objectOf(content.values), objectOf(content.validation_errors)];
  const names = [...new Set([...Object.keys(values), ...Object.keys(wrong)])];
  return (
    <Layout
      content={content}
      words={textAt(content, "body")}
      buttons={[{ title: PHONE.provideAddress, kind: "flow" }]}
    >
      {names.length > 0 && (
        <dl className={style.facts}>
          {names.map((name) => (
            <div key={name}>
              <dt>{name.replaceAll("_", " ")}</dt>
              <dd>{textAt(values, name)}</dd>
              {textAt(wrong, name) !== null && <dd className={style.wrong}>{textAt(wrong, name)}</dd>}
            </div>
          ))}
        </dl>
      )}
    </Layout>
  );
}

/** Opens what the number sells. */
export function Catalog({ content }: Drawn) {
  const buttons = [{ title: PHONE.viewCatalog, kind: "catalog" }];
  return <Layout content={content} words={textAt(content, "body")} buttons={buttons} />;
}

function own(content: Json, kind: string): BelowButton[] {
  const title = textAt(content, "button_text");
  const address = webAddress(textAt(content, "url"))?.href ?? null;
  return title === null ? [] : [{ title, kind, address }];
}
