/** A content that is refused for more than its schema can say; `path` is within the content. */
export class ContentRefused extends Error {
  constructor(
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

/** Refuses a content; `path` names the wrong place in it, `""` the whole. */
export function refuse(path: string, message: string): never {
  throw new ContentRefused(path, message);
}

/** Refuses the second of two equal values; each comes with its path. */
export function mustDiffer(values: readonly (readonly [path: string, value: string])[]): void {
  const seen = new Map<string, string>();
  for (const [path, value] of values) {
    const before = seen.get(value);
    if (before !== undefined) refuse(path, `must be unique, and is the same as ${before}`);
    seen.set(value, path);
  }
}

/** Refuses sections without a title when there are more than one (Meta's OpenAPI file, `SectionObject`). */
export function mustBeTitled(sections: readonly { title?: string }[]): void {
  const untitled = sections.findIndex((section) => section.title === undefined);
  if (sections.length > 1 && untitled !== -1) {
    refuse(`/sections/${untitled}/title`, "required when there is more than one section");
  }
}

/** Refuses more than `most` things in all sections together. */
export function mustFit(count: number, most: number, things: string): void {
  if (count > most) refuse("/sections", `at most ${most} ${things} in all sections together, not ${count}`);
}
