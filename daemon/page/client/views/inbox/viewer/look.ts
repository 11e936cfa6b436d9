/** How a picture is looked at: so many times as large as its place, and moved from its middle by so many pixels. */
export type Look = { scale: number; x: number; y: number };
/** Pixels from the middle of the place. */
export type Point = { x: number; y: number };
type Size = { width: number; height: number };

export const WHOLE: Look = { scale: 1, x: 0, y: 0 };
const MIDDLE: Point = { x: 0, y: 0 };
const LARGEST = 8;
/** A finger that moves less far touches, and does not turn the page. */
const SWIPE_PX = 50;

/** Enlarged by a factor, so that what is at a point stays there. */
export function enlarged(look: Look, by: number, size: Size, { x, y }: Point = MIDDLE): Look {
  const scale = Math.min(LARGEST, Math.max(1, look.scale * by));
  const growth = scale / look.scale;
  return within({ scale, x: x - (x - look.x) * growth, y: y - (y - look.y) * growth }, size);
}

/** Moved by so many pixels, as far as there is something to see. */
export function moved({ scale, x, y }: Look, by: Point, size: Size): Look {
  return within({ scale, x: x + by.x, y: y + by.y }, size);
}

/** Where a finger turns to that went from one point to another over the whole picture: 1 to the left of it, or -1; else 0. */
export function swiped(from: Point, to: Point): -1 | 0 | 1 {
  const [x, y] = [to.x - from.x, to.y - from.y];
  if (Math.abs(x) < SWIPE_PX || Math.abs(x) < Math.abs(y)) return 0;
  return x < 0 ? 1 : -1;
}

function within({ scale, x, y }: Look, { width, height }: Size): Look {
  const kept = (value: number, side: number) => {
    const most = (side * (scale - 1)) / 2;
    return Math.min(most, Math.max(-most, value));
  };
  return { scale, x: kept(x, width), y: kept(y, height) };
}
