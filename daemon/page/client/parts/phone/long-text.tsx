import { useState } from "react";
import { PHONE } from "../../view-words.ts";
import { Marked } from "./marked.tsx";
import style from "./phone.module.css";

/** As much as a phone shows of a long text before one asks for more of it. */
const FIRST_CHARACTERS = 1200;

/** What somebody wrote, with its markup and links, in the direction of its own script. */
export function LongText({ children }: { children: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = children.length > FIRST_CHARACTERS * 1.2 && !isWhole;
  return (
    <div>
      <p className={style.words} dir="auto">
        <Marked>{isLong ? `${beginning(children)} …` : children}</Marked>
      </p>
      {isLong && (
        <button type="button" className={style.more} onClick={() => setWhole(true)}>
          {PHONE.readMore}
        </button>
      )}
    </div>
  );
}

/** Cut between two words, if there is a place for it; never within a character. */
function beginning(text: string): string {
  const first = text.slice(0, FIRST_CHARACTERS);
  const gap = first.lastIndexOf(" ");
  return gap > FIRST_CHARACTERS / 2 ? first.slice(0, gap) : [...first].slice(0, -1).join("");
}
