import type { ErrorParams } from '#kit/kernel/errors.ts';
import type { Say } from '#kit/server/context.ts';
import type { Worth } from '../rules/worth.ts';

export function worthText(worth: Worth, say: Say): string {
  switch (worth.kind) {
    case 'coin':
      return say('groupbuys:worth.coin', { count: worth.coins });
    case 'point':
      return say('groupbuys:worth.point', { count: worth.points });
    case 'freePlay':
      return say('groupbuys:worth.freePlay', { count: worth.plays, days: worth.days });
    case 'card':
      return say('groupbuys:worth.card', { name: worth.name });
    case 'package': {
      const { name, coins, points } = worth;
      return say('groupbuys:worth.package', { name, coins, points });
    }
  }
}

const isKey = (text: string) => /^[a-z]+:[\w.]+$/i.test(text);

/** As it was kept: a key with its parameters, a key alone, or words of people and platforms. */
export function saidText(kept: string | null, say: Say): string | null {
  if (kept === null || kept === '') return null;
  if (isKey(kept)) return say(kept);
  if (!kept.startsWith('["')) return kept;
  const [key, params] = JSON.parse(kept) as [string, ErrorParams];
  return isKey(key) ? say(key, params) : key;
}
