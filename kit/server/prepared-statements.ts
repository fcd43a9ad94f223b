/** Seldom asked statements are not worth their memory in every connection. */
const usesBefore = 4;
/** Lists of changing length make new statements without end; only so many are kept. */
const mostPrepared = 400;
const mostCounted = 5000;

/** Decides by the text alone whether PostgreSQL shall remember a statement. */
export function createStatementCounter(): (text: string) => boolean {
  const prepared = new Set<string>();
  const uses = new Map<string, number>();
  return (text) => {
    if (prepared.has(text)) return true;
    if (prepared.size >= mostPrepared) return false;
    const count = (uses.get(text) ?? 0) + 1;
    if (count > usesBefore) {
      prepared.add(text);
      uses.delete(text);
      return true;
    }
    if (uses.size >= mostCounted) uses.clear();
    uses.set(text, count);
    return false;
  };
}
