/** What programs write where there is nothing. "Nan" and "Null" are names of people, and none of these. */
const NOTHING = new Set(
  "nan NaN NAN NaT nat null NULL (null) <null> [null] none None NONE (none) nil undefined #N/A #NA N/A n/a N/a n.a. <NA> NA/NA \\N #NULL! #REF! #VALUE! #NAME? #DIV/0! #NV #N/D (empty) (blank)".split(
    " ",
  ),
);
/** A sign that stands for nothing. */
const ONLY_SIGNS = /^[\p{P}\p{S}\s]*$/u;
const PICTURE = /\p{Extended_Pictographic}/u;

/** Whether a text says that there is no value, as programs write it: `nan`, `NULL`, `#N/A`, `\N`, `-`. */
export function isNothing(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return words.every((word) => NOTHING.has(word)) || (ONLY_SIGNS.test(text) && !PICTURE.test(text));
}
