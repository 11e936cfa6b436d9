/** Members that were given, without those that were not. */
type Given<Members> = {
  [Name in keyof Members as undefined extends Members[Name] ? never : Name]: Members[Name];
} & {
  [Name in keyof Members as undefined extends Members[Name] ? Name : never]?: Exclude<
    Members[Name],
    undefined
  >;
};

/** The options without those that are absent: the API changes only the members that it gets. */
export function given<Members extends object>(members: Members): Given<Members> {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as Given<Members>;
}
