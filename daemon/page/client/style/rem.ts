/** How many pixels so many rem are, where only pixels can be said: they grow with the reader's text. */
export function pixelsOf(rem: number): number {
  return rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
