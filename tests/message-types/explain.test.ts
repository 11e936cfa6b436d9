import { expect, test } from "bun:test";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Type } from "../../daemon/lib/typebox.ts";
import { explain } from "../../daemon/message-types/explain.ts";
import { strict } from "../../daemon/message-types/fields.ts";

const Circle = strict({ type: Type.Literal("circle"), radius: Type.Number({ minimum: 1 }) });
const shape = (kind: string, sides: number) =>
  strict({
    type: Type.Literal("polygon"),
    kind: Type.Literal(kind),
    sides: Type.Array(Type.Integer(), { minItems: sides }),
  });
const Size = Type.Union([Type.Literal("small"), Type.Literal("large")]);
const schema = strict({
  shape: Type.Union([Circle, shape("triangle", 3), shape("square", 4)]),
  size: Type.Optional(Size),
  parts: Type.Optional(Type.Array(Type.String())),
});
const check = TypeCompiler.Compile(schema);
const circle = { type: "circle", radius: 2 };

test.each([
  ["the branch whose literal is given", { shape: { type: "circle" } }, "/shape/radius: required"],
  [
    "the branch whose two literals are given",
    { shape: { type: "polygon", kind: "square", sides: [1] } },
    "/shape/sides: at least 4 items, not 1",
  ],
  [
    "a literal that no branch has",
    { shape: { type: "star" } },
    "/shape/type: expected one of circle, polygon",
  ],
  ["a missing literal", { shape: {} }, "/shape/type: required: expected one of circle, polygon"],
  [
    "the second literal among the branches left",
    { shape: { type: "polygon", kind: "star" } },
    "/shape/kind: expected one of triangle, square",
  ],
  ["what is no object", { shape: null }, "/shape: expected an object"],
  ["a union of literals", { shape: circle, size: "huge" }, "/size: expected one of small, large"],
  ["a limit within a branch", { shape: { ...circle, radius: 0 } }, "/shape/radius: at least 1"],
  [
    "an unknown field within a branch",
    { shape: { ...circle, kind: "square" } },
    "/shape/kind: unknown field",
  ],
])("explains %s", (_, value, line) => {
  expect(explain(check, value).map(({ path, message }) => `${path}: ${message}`)).toEqual([line]);
});

test("names at most twenty places, each once", () => {
  const wrongs = explain(check, { shape: circle, parts: Array.from({ length: 100 }, (_, index) => index) });
  expect(wrongs).toHaveLength(20);
  expect(new Set(wrongs.map(({ path }) => path)).size).toBe(20);
});
