import type { CodeState } from '../contract/adjust.ts';

interface CodeDates {
  expiresAt: Date;
  revokedAt: Date | null;
  claimedAt: Date | null;
}

export function codeStateOf({ expiresAt, revokedAt, claimedAt }: CodeDates, now: Date): CodeState {
  if (claimedAt) return 'claimed';
  if (revokedAt) return 'revoked';
  return expiresAt > now ? 'open' : 'expired';
}

/** As it stands among others: the first sign of the name, and as many stars as tell nothing. */
export function maskedName(name: string): string {
  const [first] = [...name.trim()];
  return first ? `${first}**` : '***';
}
