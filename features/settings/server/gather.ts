/** Collects what arrives within a moment and hands it on together, one lot after another; each caller waits for its own. */
export function gather<T>(
  handle: (items: T[]) => Promise<void>,
  { withinMs, max }: { withinMs: number; max: number },
): { add(item: T): Promise<void>; drain(): Promise<void> } {
  interface Lot {
    items: T[];
    handled: Promise<void>;
    close: () => void;
  }
  let open: Lot | undefined;
  let last: Promise<void> = Promise.resolve();

  function start(): Lot {
    let close = () => {};
    const full = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, withinMs);
      close = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    const lot: Lot = { items: [], handled: Promise.resolve(), close };
    const before = last;
    lot.handled = full
      .then(() => before)
      .then(() => {
        if (open === lot) open = undefined;
        return handle(lot.items);
      });
    last = lot.handled.catch(() => {});
    return lot;
  }

  return {
    add(item) {
      if (!open || open.items.length >= max) open = start();
      open.items.push(item);
      if (open.items.length >= max) open.close();
      return open.handled;
    },
    async drain() {
      open?.close();
      await last;
    },
  };
}
