import {
  ClipboardList,
  Copy,
  ExternalLink,
  List,
  type LucideIcon,
  MapPin,
  Phone,
  Reply,
  Store,
} from "lucide-react";
import type { ReactNode } from "react";
import { PhoneFile } from "./files/file.tsx";
import { LongText } from "./long-text.tsx";
import style from "./phone.module.css";
import { type Json, numberAddress, objectOf, objectsOf, textAt, webAddress } from "./read.ts";
import { Rows } from "./rows.tsx";

/** A button below a message: where it leads, if a browser may go there. */
export type BelowButton = { title: string; kind?: string; address?: string | null };

type LayoutProps = {
  content: Json;
  words: string | null;
  /** What stands above the words: the file of a message. */
  children?: ReactNode;
  /** Beside those of the content. */
  buttons?: readonly BelowButton[];
  /** What stands below everything, such as cards that are swiped through. */
  below?: ReactNode;
};

/** The parts of a message as every phone orders them: file or title, words, footer, buttons. */
export function Layout({ content, words, children, buttons = [], below }: LayoutProps) {
  const footer = textAt(content, "footer");
  const title = textAt(content, "title");
  return (
    <>
      <Header header={objectOf(content.header)} />
      {children}
      {title !== null && (
        <p className={style.title} dir="auto">
          {title}
        </p>
      )}
      {words !== null && words !== title && <LongText>{words}</LongText>}
      <Rows content={content} />
      {footer !== null && (
        <p className={style.small} dir="auto">
          {footer}
        </p>
      )}
      <Buttons buttons={[...buttonsOf(content), ...buttons]} />
      {below}
    </>
  );
}

const FILES = ["image", "video", "document"];

function Header({ header }: { header: Json }) {
  const kind = textAt(header, "type");
  if (kind !== null && FILES.includes(kind)) return <PhoneFile kind={kind} file={header} />;
  const text = textAt(header, "text");
  if (text === null) return null;
  return (
    <p className={style.title} dir="auto">
      {text}
    </p>
  );
}

/** Those that came with a message, or that it is sent with. */
function buttonsOf(content: Json): BelowButton[] {
  return objectsOf(content.buttons).flatMap((button) => {
    const title = textAt(button, "title");
    if (title === null) return [];
    const phone = numberAddress(textAt(button, "phone"));
    const address = phone ?? webAddress(textAt(button, "url"))?.href ?? null;
    return [{ title, kind: textAt(button, "type") ?? "reply", address }];
  });
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  reply: Reply,
  url: ExternalLink,
  call: Phone,
  copy: Copy,
  list: List,
  flow: ClipboardList,
  catalog: Store,
  location: MapPin,
};

function Buttons({ buttons }: { buttons: readonly BelowButton[] }) {
  if (buttons.length === 0) return null;
  return (
    <ul className={style.buttons}>
      {buttons.map((button, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: buttons may be the same while they are written
        <li key={at}>
          <Below {...button} />
        </li>
      ))}
    </ul>
  );
}

function Below({ title, kind = "", address = null }: BelowButton) {
  const Icon = ICONS[kind];
  const inside = (
    <>
      {Icon && <Icon aria-hidden size="1rem" />}
      <bdi>{title}</bdi>
    </>
  );
  if (address === null) return <span>{inside}</span>;
  return (
    <a href={address} title={address} target="_blank" rel="noopener noreferrer nofollow">
      {inside}
    </a>
  );
}
