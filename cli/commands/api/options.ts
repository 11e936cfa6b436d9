import type { OptionValues } from "../../lib/command/definition.ts";

export const apiOptions = {
  field: {
    value: "name=value",
    short: "F",
    repeat: true,
    description:
      "Field of the body, or of the query for GET: text, or JSON such as true, 5 or '[1,2]'; nested fields as content[text]=Hi, lists as types[]=message.new",
  },
  "raw-field": {
    value: "name=value",
    short: "f",
    repeat: true,
    description: "The same, always as text",
  },
  input: { value: "file", description: "The body, as it is: a file, or `-` for standard input" },
  header: { value: "name:value", short: "H", repeat: true, description: "One more header" },
  paginate: { description: "Read all pages of a list, as one" },
  include: { short: "i", description: "Print the response's status and headers, too" },
  "idempotency-key": {
    value: "key",
    description: "Repeating with the same key never changes anything twice",
  },
} as const;

export type ApiOptions = OptionValues<typeof apiOptions>;
