import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import style from "./phone.module.css";
import { type Json, objectsOf, textAt } from "./read.ts";

/** What a list or a choice of products opens. */
export function Rows({ content }: { content: Json }): ReactNode {
  const rows = objectsOf(content.sections).flatMap((section) => [
    ...(textAt(section, "title") === null ? [] : [{ title: textAt(section, "title"), isTitle: true }]),
    ...[...objectsOf(section.rows), ...objectsOf(section.products)].map((row) => ({
      title: textAt(row, "title", "name", "product_retailer_id"),
      about: textAt(row, "description", "price"),
      isTitle: false,
    })),
  ]);
  if (rows.length === 0) return null;
  return (
    <ul key="rows" className={style.rows}>
      {rows.map(({ title, isTitle, ...row }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows may be the same while they are written
        <li key={at} className={isTitle ? style.small : undefined}>
          {!isTitle && <ChevronRight aria-hidden size="1rem" />}
          <span>
            {title}
            {"about" in row && row.about !== null && <span className={style.small}>{row.about}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
