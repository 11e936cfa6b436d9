import { FileText } from "lucide-react";
import { useRef } from "react";
import { useAsk } from "../../../api/queries.ts";
import { PHONE } from "../../../view-words.ts";
import { sizeInWords } from "../../files/sizes.ts";
import style from "../phone.module.css";
import { numberAt, textAt } from "../read.ts";
import { sourceOf } from "./media.ts";
import { useNear } from "./near.ts";
import type { Shown } from "./shown.ts";

/** A document: its name, what it is and how large; pressing it downloads it. */
export function Paper({ id, name, file }: Shown) {
  const place = useRef<HTMLAnchorElement>(null);
  const isNear = useNear(place);
  const said = numberAt(file, "size");
  const { data, error } = useAsk(
    "GET /v1/media/{id}/info",
    { path: { id } },
    { enabled: isNear, isOver: ({ state }) => state !== "pending" },
  );
  const size = data?.size ?? said;
  const pages = numberAt(file, "pages");
  const facts = [
    kindOf(name, data?.mime_type ?? textAt(file, "mime_type")),
    pages === null ? null : PHONE.pages(pages),
    size === null ? null : sizeInWords(size),
    error?.status === 404 ? PHONE.fileExpired : data?.state === "pending" ? PHONE.filePending : null,
    data?.state === "failed" ? PHONE.fileGone : null,
  ];
  return (
    <a ref={place} className={style.file} href={sourceOf(id)} target="_blank" rel="noopener" download={name}>
      <FileText aria-hidden size="1.5rem" />
      <span>
        <bdi className={style.fileName}>{name}</bdi>
        <span className={style.small}>{facts.filter((one) => one !== null).join(" · ")}</span>
      </span>
    </a>
  );
}

/** "PDF" of what ends so, or is so by its type. A name can be made to end otherwise than it looks. */
function kindOf(name: string, type: string | null): string | null {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1] ?? type?.split(/[/+;]/)[1] ?? "";
  return /^[a-z0-9.-]{1,16}$/i.test(ending) ? ending.toUpperCase() : null;
}
