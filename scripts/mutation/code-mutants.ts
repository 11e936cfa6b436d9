/** Breaks of TypeScript: operators, conditions, limits, and calls that are dropped. SQL in it is broken as SQL. */
import { join } from "node:path";
import { type Node, type SourceFile, SyntaxKind } from "typescript/unstable/ast";
import {
  isAwaitExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isIfStatement,
  isNumericLiteral,
  isTaggedTemplateExpression,
} from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/async";
import { ROOT } from "../lib/run.ts";
import { type Mutant, mutate } from "./mutant.ts";
import { sqlMutants } from "./sql-mutants.ts";

const OPERATORS: Record<string, string> = {
  ...{ "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">" },
  ...{ "&&": "||", "||": "&&", "??": "&&", "-": "+", "*": "/", "/": "*" },
};

/** What these say is for people, and no test should repeat it. */
const SAYING = /^(?:await )?(?:log|process\.stdout|process\.stderr|console)\./;

/** What the API's documentation says is words, too. */
const WORDS = /^(?:detail|description|errors|examples|responses|wording): /;

/** The breaks of every file, by TypeScript's own parser. */
export async function codeMutants(paths: readonly string[]): Promise<Mutant[]> {
  const api = new API({ cwd: ROOT });
  try {
    const snapshot = await api.updateSnapshot({ openProject: join(ROOT, "tsconfig.json") });
    const [project] = snapshot.getProjects();
    const files = paths.map((path) => project?.program.getSourceFile(join(ROOT, path)));
    return (await Promise.all(files)).flatMap((file, nth) =>
      file === undefined ? [] : mutantsBelow(paths[nth] ?? "", file),
    );
  } finally {
    await api.close();
  }
}

function mutantsBelow(path: string, file: SourceFile): Mutant[] {
  const found: Mutant[] = [];
  const visit = (node: Node): void => {
    found.push(...mutantsOf(path, file, node));
    if (!WORDS.test(node.getText(file))) node.forEachChild(visit);
  };
  visit(file);
  return found;
}

function mutantsOf(path: string, file: SourceFile, node: Node): Mutant[] {
  const change = (at: Node, becomes: string) => mutate(path, file.text, [at.getStart(file), at.end], becomes);
  const words = (at: Node) => at.getText(file);
  if (isBinaryExpression(node)) {
    const becomes = OPERATORS[words(node.operatorToken)];
    return becomes === undefined ? [] : [change(node.operatorToken, becomes)];
  }
  if (isIfStatement(node)) return [change(node.expression, `!(${words(node.expression)})`)];
  if (isConditionalExpression(node)) return [change(node.condition, `!(${words(node.condition)})`)];
  if (isNumericLiteral(node)) return [change(node, `(${words(node)} + 1)`)];
  if (node.kind === SyntaxKind.TrueKeyword) return [change(node, "false")];
  if (node.kind === SyntaxKind.FalseKeyword) return [change(node, "true")];
  if (isTaggedTemplateExpression(node))
    return sqlMutants(path, file.text, node.template.getStart(file), node.end);
  return isCall(node) && !SAYING.test(words(node)) ? [change(node, ";")] : [];
}

/** A call whose value nobody uses. */
function isCall(node: Node): boolean {
  if (!isExpressionStatement(node)) return false;
  const { expression } = node;
  return isCallExpression(isAwaitExpression(expression) ? expression.expression : expression);
}
