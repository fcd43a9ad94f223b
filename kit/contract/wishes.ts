import { newRequestId } from '#kit/kernel/request-id.ts';
import type { Lettable } from './endpoint.ts';

/** One wish on its way. Its caller says how it ended. */
export interface Wish {
  readonly id: string;
  done(): void;
  refused(): void;
  /** no answer, or one that tells nothing: the same call made again is the same wish */
  lost(): void;
}

/** A person who tries again after a quarter of an hour has looked at the result first. */
const openMs = 15 * 60_000;

/**
 * The request ids of one client. A call whose answer was lost keeps its id for the next call like it, whichever page
 * makes it and however. Another change that was carried out in between ends that: on, off and on again are three wishes.
 * What lets something out is never forgotten for that reason.
 */
export function createWishes(now: () => number = Date.now) {
  const open = new Map<string, { id: string; atMs: number; lets: boolean }>();
  return {
    begin(call: { path: string; lets?: Lettable | undefined }, input: object, given?: string): Wish {
      const wanted = `${call.path} ${JSON.stringify(input)}`;
      const known = open.get(wanted);
      const id = given ?? (known && now() - known.atMs < openMs ? known.id : newRequestId());
      return {
        id,
        done() {
          open.delete(wanted);
          for (const [other, wish] of open) if (!wish.lets) open.delete(other);
        },
        refused: () => open.delete(wanted),
        lost: () => open.set(wanted, { id, atMs: now(), lets: call.lets !== undefined }),
      };
    },
  };
}
