/** What is known of something that comes in: its members, or its words, or that all below is somebody's own. */
export type Known = {
  /** From the top down, as shapes have it. */
  path: string;
  members: Map<string, Known>;
  /** Of a stanza: written with an `@`. */
  attributes: Map<string, Known>;
  /** The values that it may have; null: any. */
  words: ReadonlySet<string> | null;
  /** Whatever is below is not looked at. */
  isOpen: boolean;
};

/** Takes the shape of something unknown. */
export type Note = (shape: string) => void;

const TOKENS = /[^\s{}()*]+|[{}()*]/g;

/**
 * Reads a description of what is known: names, each perhaps with the words it may be `(a b)`, with its own members
 * `{a @attribute b}`, or with a star where everything below is open. Throws on one that is not closed.
 */
export function knownOf(description: string, path = ""): Known {
  const tokens = (description.match(TOKENS) ?? []).values();
  let token = tokens.next().value;
  const advance = () => {
    token = tokens.next().value;
  };

  function readWords(): Set<string> {
    const words = new Set<string>();
    for (advance(); token !== ")"; advance()) {
      if (token === undefined) throw new Error("a list of words is not closed");
      words.add(token);
    }
    advance();
    return words;
  }

  function readOne(outer: Known, name: string): void {
    const isAttribute = name.startsWith("@");
    const known = leaf(isAttribute || outer.path === "" ? outer.path + name : `${outer.path}.${name}`);
    advance();
    if (token === "(") known.words = readWords();
    if (token === "*") {
      known.isOpen = true;
      advance();
    }
    if (token === "{") {
      advance();
      readInto(known);
      if (token === undefined) throw new Error(`the members of ${known.path} are not closed`);
      advance();
    }
    if (isAttribute) outer.attributes.set(name.slice(1), known);
    else outer.members.set(name, known);
  }

  function readInto(known: Known): Known {
    while (token !== undefined && token !== "}") readOne(known, token);
    return known;
  }

  return readInto(leaf(path));
}

function leaf(path: string): Known {
  return { path, members: new Map(), attributes: new Map(), words: null, isOpen: false };
}
