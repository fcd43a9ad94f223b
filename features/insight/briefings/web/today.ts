import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { briefingsContract } from '../contract.ts';

export type Today = OutputOf<typeof briefingsContract.readToday>;
