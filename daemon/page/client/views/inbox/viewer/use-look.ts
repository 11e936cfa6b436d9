import { type PointerEvent, type RefObject, useRef, useState, type WheelEvent } from "react";
import { enlarged, type Look, moved, type Point, swiped, WHOLE } from "./look.ts";

const STEP = 1.5;
/** What a double click enlarges by. */
const CLOSE = 3;
/** A wheel that is turned so far enlarges 2.7 times. */
const WHEEL_PX = 400;

type Looking = {
  look: Look;
  place: RefObject<HTMLDivElement | null>;
  larger: () => void;
  smaller: () => void;
  /** What fingers, the mouse and the wheel do in the place. */
  handlers: Pick<
    React.DOMAttributes<HTMLDivElement>,
    "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel" | "onDoubleClick" | "onWheel"
  >;
};

/** Looks at the picture of a key closer, and moves in it. A finger over the whole of it turns to another one. */
export function useLook(key: string, turn: (by: -1 | 1) => void): Looking {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ key, look: WHOLE });
  const of = ({ key: before, look }: typeof seen) => (before === key ? look : WHOLE);
  const look = of(seen);
  const change = (to: (look: Look) => Look) => setSeen((before) => ({ key, look: to(of(before)) }));
  const fingers = useRef(new Map<number, Point>());
  const start = useRef<Point | null>(null);
  const size = () => place.current?.getBoundingClientRect() ?? new DOMRect();
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = size();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const enlarge = (by: number, at?: Point) => change((before) => enlarged(before, by, size(), at));

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, pointOf(event));
    // two fingers enlarge, and turn nothing
    start.current = fingers.current.size === 1 ? pointOf(event) : null;
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!fingers.current.has(event.pointerId)) return;
    const before = spreadOf([...fingers.current.values()]);
    fingers.current.set(event.pointerId, pointOf(event));
    const after = spreadOf([...fingers.current.values()]);
    const by = { x: after.middle.x - before.middle.x, y: after.middle.y - before.middle.y };
    change((look) => moved(enlarged(look, after.width / before.width, size(), before.middle), by, size()));
  };
  const onPointerCancel = ({ pointerId }: PointerEvent<HTMLDivElement>) => {
    fingers.current.delete(pointerId);
    start.current = null;
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const by = start.current === null || look.scale > 1 ? 0 : swiped(start.current, pointOf(event));
    onPointerCancel(event);
    if (by !== 0) turn(by);
  };
  const onDoubleClick = (event: React.MouseEvent) =>
    look.scale > 1 ? change(() => WHOLE) : enlarge(CLOSE, pointOf(event));
  const onWheel = (event: WheelEvent) => enlarge(Math.exp(-event.deltaY / WHEEL_PX), pointOf(event));
  return {
    ...{ look, place },
    larger: () => enlarge(STEP),
    smaller: () => enlarge(1 / STEP),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onDoubleClick, onWheel },
  };
}

/** The point between one or two fingers, and how far they are from each other. */
function spreadOf([first = { x: 0, y: 0 }, second]: readonly Point[]): { middle: Point; width: number } {
  if (second === undefined) return { middle: first, width: 1 };
  const middle = { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 };
  return { middle, width: Math.max(1, Math.hypot(second.x - first.x, second.y - first.y)) };
}
