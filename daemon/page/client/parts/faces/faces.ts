import { useMemo, useRef } from "react";

/** As many as there are colours of people in `tokens.css`. */
const COLOURS = 6;

/** What somebody is known by at a glance: letters of their name, and a colour from 0 on. */
export type Face = { letters: string; colour: number };
export type Person = { id: string; name: string };
export type Faces = ReadonlyMap<string, Face>;

/**
 * A face for each of the people who are seen together, by their ids: no two alike as long as there are colours, and then
 * as few as can be. Who had one `before` keeps it.
 */
export function facesOf(people: readonly Person[], before: Faces = new Map()): Faces {
  const alone = new Map(people.map((person) => [person.id, faceOf(person)]));
  const crowds = Map.groupBy(alone, ([, { letters }]) => letters);
  const faces = new Map<string, Face>();
  for (const crowd of crowds.values()) {
    const uses = new Array<number>(COLOURS).fill(0);
    const give = (id: string, face: Face) => {
      faces.set(id, face);
      uses[face.colour] = (uses[face.colour] ?? 0) + 1;
    };
    for (const [id, { letters }] of crowd) {
      const face = before.get(id);
      const isFree = face?.letters === letters && (uses[face.colour] === 0 || crowd.length > COLOURS);
      if (face !== undefined && isFree) give(id, face);
    }
    for (const [id, { letters, colour }] of crowd)
      if (!faces.has(id)) give(id, { letters, colour: leastUsed(uses, colour) });
  }
  return faces;
}

/** The colour that the fewest have, the first of these from a colour on. */
function leastUsed(uses: readonly number[], from: number): number {
  const inTurn = uses.map((_, nth) => (from + nth) % uses.length);
  return inTurn.reduce((best, one) => ((uses[one] ?? 0) < (uses[best] ?? 0) ? one : best));
}

/** The same of what is shown, while that changes. `personOf` is always the same function; null where nobody is shown. */
export function useFaces<One>(shown: readonly One[], personOf: (one: One) => Person | null): Faces {
  const before = useRef<Faces>(new Map());
  return useMemo(() => {
    before.current = facesOf(
      shown.map(personOf).filter((person) => person !== null),
      before.current,
    );
    return before.current;
  }, [shown, personOf]);
}

/** The face of somebody who is seen alone. */
export function faceOf({ name, id }: Person): Face {
  return { letters: lettersOf(name), colour: colourOf(id) };
}

/** The first letters of the first and the last word, and the last digit of a number there; of a number alone its last two. */
export function lettersOf(name: string): string {
  const [first, ...others] = name.match(/[\p{L}\p{M}]+|\d+/gu) ?? [];
  if (first === undefined || !/\p{L}/u.test(name)) return name.replace(/\D/g, "").slice(-2);
  const last = others.at(-1) ?? "";
  const signs = [[...first][0], /\d/.test(last) ? last.at(-1) : [...last][0]];
  return signs.join("").toUpperCase();
}

/** The colour that an id would have if nobody else were there. */
function colourOf(id: string): number {
  let sum = 0;
  for (const one of id) sum = (sum * 31 + (one.codePointAt(0) ?? 0)) % 9973;
  return sum % COLOURS;
}
