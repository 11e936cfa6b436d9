import type { Target } from "./fields.ts";

/**
 * A column of the file: its heading and what its cells are for (null: nothing). `custom_fields`
 * holds all custom fields, as JSON. Several columns can be for phone numbers or addresses: of
 * those, the one with the lowest rank comes first. `label` is the index of the column that says what kind of number each
 * is, as Google has it: "Phone 1 - Label" beside "Phone 1 - Value"; `dial` and `area` those of the columns with its codes.
 */
export type Column = {
  header: string;
  target: Target | null;
  rank: number;
  label?: number;
  dial?: number;
  area?: number;
};
