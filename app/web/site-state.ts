/** Whether a site is open, as the wire's `ifEnable` says it: 0 is closed. Anything unclear counts as open. */
const freshMs = 30_000;
const known = new Map<string, { closed: boolean; atMs: number }>();

export async function isSiteClosed(siteId: string): Promise<boolean> {
  const cached = known.get(siteId);
  if (cached && Date.now() - cached.atMs < freshMs) return cached.closed;
  try {
    const response = await fetch(
      `/api/blade-field/field/selectFieldState?fieldId=${encodeURIComponent(siteId)}`,
    );
    const body = (await response.json()) as { code: number; data?: { ifEnable?: number } };
    const closed = response.ok && body.code === 200 && body.data?.ifEnable === 0;
    known.set(siteId, { closed, atMs: Date.now() });
    return closed;
  } catch {
    return false;
  }
}

/** The closed page asks again each time, so a site that opens again is not refused by an old answer. */
export const forgetSiteStates = () => known.clear();
