/** The assignee or the team: `none` removes the assignment, an absent value leaves it. */
export function assigneeOf(text: string | undefined): string | null | undefined {
  return text === "none" ? null : text;
}
