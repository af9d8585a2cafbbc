/** Returns whether a statement failed because of a unique index (SQLSTATE unique_violation). */
export function isTaken(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && "code" in cause && cause.code === "23505";
}
