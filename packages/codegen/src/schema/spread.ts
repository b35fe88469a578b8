/** Adds, for each member, those that use it, and so on. */
export function spread(members: Set<string>, users: ReadonlyMap<string, readonly string[]>): void {
  for (const member of members) for (const user of users.get(member) ?? []) members.add(user)
}
