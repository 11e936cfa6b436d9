import { Fragment, type ReactNode } from "react";

/** What WhatsApp's apps show in another way: code, bold, italic, struck through, and addresses. */
const MARKS =
  /```([\s\S]+?)```|`([^`\n]+)`|(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])|(?<!\w)_(\S(?:[^_\n]*\S)?)_(?!\w)|(?<![\w~])~(\S(?:[^~\n]*\S)?)~(?![\w~])|(https?:\/\/[^\s<>"]+)/g;

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

function markedPart([, block, code, bold, italic, struck, address]: RegExpExecArray): ReactNode {
  if (block !== undefined || code !== undefined) return <code>{block ?? code}</code>;
  if (bold !== undefined)
    return (
      <strong>
        <Marked>{bold}</Marked>
      </strong>
    );
  if (italic !== undefined)
    return (
      <em>
        <Marked>{italic}</Marked>
      </em>
    );
  if (struck !== undefined)
    return (
      <s>
        <Marked>{struck}</Marked>
      </s>
    );
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {address}
    </a>
  );
}
