import { judgeLabel } from '#features/machines/devices/server/public.ts';
import type { Services } from '#kit/server/services.ts';
import { type LabelVerdict, numberRead } from '../contract.ts';

/** What to think of the address somebody came by. */
export const verdictOf = (services: Services, code: string, s: string | undefined): LabelVerdict =>
  s === numberRead ? 'read' : judgeLabel(services.secrets, code, s);
