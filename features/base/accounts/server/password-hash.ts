import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id is the library's default algorithm; the costs are OWASP's. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (plain: string): Promise<string> => hash(plain, cost);

export const md5Of = (plain: string): string => createHash('md5').update(plain).digest('hex');

let decoy: Promise<string> | undefined;

/** For an unknown account a hash of nothing is checked, so that the answer takes as long as for a known one. */
export async function verifyPassword(stored: string | null | undefined, given: string): Promise<boolean> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  const matches = await verify(stored ?? (await decoy), given);
  return matches && stored != null;
}
