/** The options of a choice, from what each is called. */
export function choicesOf<Value extends string>(names: Readonly<Record<Value, string>>) {
  return (Object.entries(names) as [Value, string][]).map(([value, label]) => ({ value, label }));
}
