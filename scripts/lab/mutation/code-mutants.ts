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
  isPropertyAssignment,
  isTaggedTemplateExpression,
  isTypeNode,
} from "typescript/unstable/ast/is";
import { API } from "typescript/unstable/async";
import { ROOT } from "../../lib/run.ts";
import { type Mutant, mutate } from "./mutant.ts";
import { sqlMutants } from "./sql-mutants.ts";

const OPERATORS: Record<string, string> = {
  ...{ "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">" },
  ...{ "&&": "||", "||": "&&", "-": "+", "*": "/", "/": "*" },
};

/** Calls that print words for people, which no test should repeat. */
const SAYING = /^(?:await )?(?:log|process\.stdout|process\.stderr|console)\./;

/**
 * What the API's documentation says is words, too. `tests/http` holds every route to what it says of `Idempotency-Key`,
 * and a bound that only keeps out what is no id may as well be one more, as a wait may be a millisecond longer.
 */
const LEFT_OUT =
  /^(?:(?:detail|description|errors|examples|idempotent|required|responses|wording): |maxLength: 64$|\w+(?:_MS|Ms)(?: =|:) [\d_]+(?: \* [\d_]+)*$)/;

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
  const found = new Map<string, Mutant>();
  const visit = (node: Node): void => {
    // SQL within SQL is met twice
    for (const mutant of mutantsOf(path, file, node)) found.set(mutant.text, mutant);
    // a type does nothing
    if (isTypeNode(node) || LEFT_OUT.test(node.getText(file))) return;
    const fallback = isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.QuestionQuestionToken;
    // a fallback for a row that is always there
    node.forEachChild((child) => {
      if (!(fallback && child === node.right && isBoolean(child))) visit(child);
    });
  };
  visit(file);
  return [...found.values()];
}

function mutantsOf(path: string, file: SourceFile, node: Node): Mutant[] {
  const change = (at: Node, becomes: string) => mutate(path, file.text, [at.getStart(file), at.end], becomes);
  const words = (at: Node) => at.getText(file);
  if (isBinaryExpression(node)) {
    const operator = words(node.operatorToken);
    // beside another `??`, `&&` needs brackets
    if (operator === "??") return [change(node, `((${words(node.left)}) && (${words(node.right)}))`)];
    const becomes = OPERATORS[operator];
    return becomes === undefined ? [] : [change(node.operatorToken, becomes)];
  }
  if (isIfStatement(node) || isConditionalExpression(node)) {
    const condition = isIfStatement(node) ? node.expression : node.condition;
    return isEquality(condition) ? [] : [change(condition, `!(${words(condition)})`)];
  }
  if (isNumericLiteral(node)) {
    const more = `${words(node)} + 1`;
    return [
      change(
        node,
        isPropertyAssignment(node.parent) && node.parent.name === node ? `[${more}]` : `(${more})`,
      ),
    ];
  }
  if (node.kind === SyntaxKind.TrueKeyword) return [change(node, "false")];
  if (node.kind === SyntaxKind.FalseKeyword) return [change(node, "true")];
  if (isTaggedTemplateExpression(node))
    return sqlMutants(path, file.text, node.template.getStart(file), node.end);
  return isCall(node) && !SAYING.test(words(node)) ? [change(node, ";")] : [];
}

/** Its operator is turned round anyway. */
function isEquality(node: Node): boolean {
  if (!isBinaryExpression(node)) return false;
  const { kind } = node.operatorToken;
  return kind === SyntaxKind.EqualsEqualsEqualsToken || kind === SyntaxKind.ExclamationEqualsEqualsToken;
}

function isBoolean({ kind }: Node): boolean {
  return kind === SyntaxKind.TrueKeyword || kind === SyntaxKind.FalseKeyword;
}

/** A call whose value nobody uses. */
function isCall(node: Node): boolean {
  if (!isExpressionStatement(node)) return false;
  const { expression } = node;
  return isCallExpression(isAwaitExpression(expression) ? expression.expression : expression);
}
