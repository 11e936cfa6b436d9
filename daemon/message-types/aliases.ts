type Content = Record<string, unknown>;

/** Leaves a content as it is: the type has no aliases. */
export function asGiven(content: Content): Content {
  return content;
}

/** Moves the value of the first alias present to the canonical name, which wins over all of them. */
export function rename(content: Content, canonical: string, aliases: readonly string[]): Content {
  const given = [canonical, ...aliases].find((name) => content[name] !== undefined);
  const rest = Object.fromEntries(Object.entries(content).filter(([name]) => !aliases.includes(name)));
  return given === undefined ? rest : { ...rest, [canonical]: content[given] };
}

/** `text` for `body`; it may be the string itself or `{ body }`. */
export function canonicalBody(content: Content): Content {
  return rename({ ...content, text: textOf(content.text) }, "body", ["text"]);
}

function textOf(text: unknown): unknown {
  return typeof text === "object" && text !== null && "body" in text ? text.body : text;
}

/** A header that is a string is one of words. */
export function canonicalHeader(content: Content): Content {
  return typeof content.header === "string"
    ? { ...content, header: { type: "text", text: content.header } }
    : content;
}
