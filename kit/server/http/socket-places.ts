/** How many somebody may hold open at once. */
export interface SocketPlaces {
  /** One more for this caller, given back by calling the answer; undefined: all are taken. */
  take(key: string, most: number): (() => void) | undefined;
}

export function createSocketPlaces(): SocketPlaces {
  const taken = new Map<string, number>();
  return {
    take(key, most) {
      const held = taken.get(key) ?? 0;
      if (held >= most) return undefined;
      taken.set(key, held + 1);
      let given = false;
      return () => {
        if (given) return;
        given = true;
        const left = (taken.get(key) ?? 1) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
    },
  };
}
