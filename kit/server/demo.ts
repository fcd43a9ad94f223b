import { createHash } from 'node:crypto';
import type { Tx } from './database.ts';
import type { Services } from './services.ts';

/** `features/<storey>/<name>/demo.ts` exports one of these as default; parts run in the order of their number, in one transaction. */
export interface DemoPart {
  order: number;
  seed(tx: Tx, services: Services): Promise<void>;
}

/** The same name gives the same id in every feature, so that demo parts can refer to each other's rows. */
export function demoId(name: string): string {
  const hex = createHash('sha256').update(`coinyard demo ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const demoTenants = {
  platform: '000000',
  agent: '100001',
  merchant: '100002',
  merchant2: '100003',
} as const;
export const demoPassword = 'Demo1234';
