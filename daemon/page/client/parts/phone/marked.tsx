import { Fragment, type ReactNode, useContext } from "react";
import { Mentions } from "./mentions.ts";
import style from "./phone.module.css";
import { mailAddress, numberAddress, webAddress } from "./read.ts";

/**
 * What WhatsApp's apps show in another way: code, bold, italic, struck through, addresses, emails and numbers. An address
 * ends before what turns text around, and before the sentence does.
 */
const MARKS = new RegExp(
  [
    "```([\\s\\S]+?)```",
    "`([^`\\n]+)`",
    "(?<![\\w*])\\*(\\S(?:[^*\\n]*\\S)?)\\*(?![\\w*])",
    "(?<!\\w)_(\\S(?:[^_\\n]*\\S)?)_(?!\\w)",
    "(?<![\\w~])~(\\S(?:[^~\\n]*\\S)?)~(?![\\w~])",
    '(https?:\\/\\/[^\\s<>"\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]{0,1999}[\\p{L}\\p{N}\\/=_~+-])',
    "(?<![\\w.+-])([\\w.+-]{1,64}@(?:[\\w-]{1,63}\\.){1,8}[A-Za-z]{2,24})(?![\\w-])",
    "(?<!\\w)@(\\d{5,20})(?!\\d)",
    "(?<![\\w+])(\\+\\d(?:[ .()-]{0,2}\\d){6,14})(?!\\w)",
  ].join("|"),
  "gu",
);

/** A text as a phone shows it, with its markup and addresses. Whatever it says, it stays text. */
export function Marked({ children }: { children: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of children.matchAll(MARKS)) {
    if (match.index > end) parts.push(children.slice(end, match.index));
    parts.push(<Fragment key={match.index}>{markedPart(match)}</Fragment>);
    end = match.index + match[0].length;
  }
  parts.push(children.slice(end));
  return <>{parts}</>;
}

function markedPart(match: RegExpExecArray): ReactNode {
  const [, block, code, bold, italic, struck, page, email, mention, number] = match;
  if (block !== undefined || code !== undefined) return <code>{block ?? code}</code>;
  const Mark = bold !== undefined ? "strong" : italic !== undefined ? "em" : "s";
  const inner = bold ?? italic ?? struck;
  if (inner !== undefined)
    return (
      <Mark>
        <Marked>{inner}</Marked>
      </Mark>
    );
  if (mention !== undefined) return <Mention digits={mention} />;
  const address =
    webAddress(page ?? null)?.href ?? mailAddress(email ?? null) ?? numberAddress(number ?? null);
  if (address === null) return match[0];
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {match[0]}
    </a>
  );
}

/** Somebody of a group, by name where it is known. */
function Mention({ digits }: { digits: string }) {
  const name = useContext(Mentions).get(digits);
  return name === undefined ? `@${digits}` : <bdi className={style.mention}>@{name}</bdi>;
}
