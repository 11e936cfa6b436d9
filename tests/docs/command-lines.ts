/** Command lines as documents have them: with prompts, placeholders, comments, pipes and alternatives. */

/** A call of one of our programs, with the words it is given. */
export type Call = {
  program: "waypost" | "waypostd";
  words: string[];
  /** `list | get <id>`: only names what there is. */
  isOutline: boolean;
};

/**
 * The calls in a line; none when it is something else. `isVerb` distinguishes an alternative from a program in a pipe.
 */
export function callsIn(line: string, isVerb: (noun: string, word: string) => boolean): Call[] {
  const calls = [...line.matchAll(/\$\(([^()]*)\)/g)].flatMap(([, inner = ""]) => callsIn(inner, isVerb));
  let noun = "";
  for (const { words, isPiped } of commandsIn(line)) {
    const program = programOf(words[0]);
    if (program !== undefined) {
      noun = words[1] ?? "";
      calls.push({ program, words: words.slice(1), isOutline: false });
    } else if (isPiped && noun !== "" && isVerb(noun, words[0] ?? "")) {
      const before = calls.at(-1);
      if (before !== undefined) before.isOutline = true;
      calls.push({ program: before?.program ?? "waypost", words: [noun, ...words], isOutline: true });
    }
  }
  return calls.map((call) => ({ ...call, words: call.words.filter((word) => word !== "…") }));
}

function programOf(word = ""): Call["program"] | undefined {
  const name = word.split("/").at(-1);
  return name === "waypost" || name === "waypostd" ? name : undefined;
}

/** The commands that the shell would run, in order, without assignments and redirections. */
function commandsIn(line: string): { words: string[]; isPiped: boolean }[] {
  const commands: { words: string[]; isPiped: boolean }[] = [];
  let words: string[] = [];
  let isPiped = false;
  const end = (operator: string) => {
    const start = words.findIndex((word) => !/^(\w+=.*|\$|-|run:|env|exec|sudo)$/s.test(word));
    if (start !== -1) commands.push({ words: words.slice(start), isPiped });
    words = [];
    isPiped = operator === "|";
  };
  for (const [token] of withoutPlaceholders(line).matchAll(TOKEN)) {
    if (token.startsWith("#")) break;
    if (/^\d*[<>]/.test(token)) continue;
    if (/^[|;&]/.test(token)) end(token);
    else words.push(unquoted(token));
  }
  end("");
  return commands;
}

/** A comment, a redirection with its file, an operator, or a word with its quoted parts. */
const TOKEN =
  /#.*$|\d?[<>]+&?\s*\S+|\|\||&&|[|;&]|(?:'[^']*'|"(?:\\.|[^"\\])*"|\$\([^)]*\)|\\.|[^\s|;&<>'"\\])+/g;

/** `<id>` and `[id]` stand for a value. */
function withoutPlaceholders(line: string): string {
  return line.replaceAll(/<[a-zA-Z][\w ,.-]*>|\[[a-z-]+\]/g, "value");
}

function unquoted(token: string): string {
  return token.replaceAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g, (_, single, double, escaped) => {
    return single ?? double?.replaceAll(/\\(["\\$`])/g, "$1") ?? escaped;
  });
}
