interface Alert {
  id: string;
  title: string;
}

/** What is being said: alerts of one name are one notice. */
export interface Notice<A> {
  title: string;
  alerts: readonly A[];
  /** until when more of the same belong to it */
  untilMs: number;
}

/** New alerts join the notice of their name that is still shown; the others stay as they are, those that ended are gone. */
export function foldAlerts<A extends Alert>(
  shown: readonly Notice<A>[],
  fresh: readonly A[],
  nowMs: number,
  shownMs: number,
): { notices: Notice<A>[]; changed: Notice<A>[] } {
  const still = new Map(
    shown.filter(({ untilMs }) => untilMs > nowMs).map((notice) => [notice.title, notice]),
  );
  const changed = new Set<string>();
  for (const alert of fresh) {
    const before = still.get(alert.title)?.alerts ?? [];
    if (before.some(({ id }) => id === alert.id)) continue;
    still.set(alert.title, {
      title: alert.title,
      alerts: [...before, alert],
      untilMs: nowMs + shownMs,
    });
    changed.add(alert.title);
  }
  const notices = [...still.values()];
  return { notices, changed: notices.filter(({ title }) => changed.has(title)) };
}
