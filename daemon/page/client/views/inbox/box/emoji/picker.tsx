import { type KeyboardEvent, useState } from "react";
import field from "../../../../parts/fields/field.module.css";
import { BOX } from "../../../../view-words.ts";
import style from "./emoji.module.css";
import { EMOJIS, findEmojis } from "./emojis.ts";

const COLUMNS = 8;
const MOST_FOUND = 80;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
};

/** Chooses an emoji, by its group or by a word. */
export default function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const [sought, setSought] = useState("");
  const [group, setGroup] = useState(0);
  const isSearch = sought.trim() !== "";
  const shown = isSearch ? findEmojis(sought, MOST_FOUND) : EMOJIS.filter((one) => one.group === group);
  return (
    <div className={style.picker}>
      <input
        className={field.input}
        aria-label={BOX.findEmoji}
        placeholder={BOX.findEmoji}
        value={sought}
        // biome-ignore lint/a11y/noAutofocus: it is opened to be typed in
        autoFocus
        onChange={({ target }) => setSought(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && shown[0] !== undefined) onChoose(shown[0].emoji);
          if (event.key === "ArrowDown") focusIn(event.currentTarget.parentElement, 0);
        }}
      />
      {!isSearch && (
        <fieldset className={style.groups} aria-label={BOX.emojiGroups}>
          {BOX.emojiGroup.map(({ id, name, emoji }) => (
            <button
              key={id}
              type="button"
              aria-label={name}
              title={name}
              aria-pressed={id === group}
              onClick={() => setGroup(id)}
            >
              {emoji}
            </button>
          ))}
        </fieldset>
      )}
      <fieldset className={style.grid} aria-label={BOX.emojis} data-emojis onKeyDown={move}>
        {shown.map(({ emoji, name }, at) => (
          <button
            key={emoji}
            type="button"
            tabIndex={at === 0 ? 0 : -1}
            aria-label={name}
            title={name}
            onClick={() => onChoose(emoji)}
          >
            {emoji}
          </button>
        ))}
        {shown.length === 0 && <p>{BOX.noEmoji}</p>}
      </fieldset>
    </div>
  );
}

/** Arrows go through the emojis as they stand. */
function move(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const at = [...event.currentTarget.children].indexOf(event.target as Element);
  focusIn(event.currentTarget.parentElement, at + step);
}

function focusIn(picker: HTMLElement | null, at: number): void {
  const all = picker?.querySelectorAll<HTMLElement>("[data-emojis] button") ?? [];
  all[Math.max(0, Math.min(all.length - 1, at))]?.focus();
}
