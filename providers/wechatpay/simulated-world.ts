import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { type Clock, inChina } from '#kit/kernel/time.ts';
import type { OpenShelf, Shelf } from '../simulated-memory.ts';
import type { SimulatedKeys } from './simulated-keys.ts';
import type { Notify } from './simulated-notices.ts';
import type {
  SimulatedReceiver,
  SimulatedRefund,
  SimulatedReturn,
  SimulatedShare,
  SimulatedTrade,
  SimulatedTransfer,
} from './simulated-records.ts';

/** What tests and the demo may ask of the platform's weather. */
export interface Moods {
  /** the merchant's balance does not reach: refunds and transfers are refused */
  lacksMoney: boolean;
  refundOutcome: SimulatedRefund['outcome'];
  /** receivers that sharing fails for, by account, with WeChat's reason */
  refusedReceivers: Map<string, string>;
  /** merchants that give nothing back, with WeChat's reason */
  refusedReturns: Map<string, string>;
  /** merchants whose balance does not reach: what they are to give back waits until it is asked for again */
  poorReceivers: Set<string>;
}

export interface World {
  merchant: {
    mchId: string;
    appIds: readonly string[];
    /** merchants the platform knows, and whether they let this one act for them as their service provider */
    subMerchants: ReadonlyMap<string, { bound: boolean }>;
  };
  clock: Clock;
  keys: SimulatedKeys;
  notify: Notify;
  moods: Moods;
  /** how long refunds, shares and returns take */
  settleMs: number;
  /** when a person confirms a transfer by itself; undefined: never */
  autoConfirmMs: number | undefined;
  /** a task of its own, ended with the simulator */
  later(delayMs: number, task: () => void): void;
  trades: Shelf<SimulatedTrade>;
  refunds: Shelf<SimulatedRefund>;
  transfers: Shelf<SimulatedTransfer>;
  receivers: Shelf<SimulatedReceiver>;
  shares: Shelf<SimulatedShare>;
  returns: Shelf<SimulatedReturn>;
  /** bills that were asked for, by the token of their address */
  bills: Map<string, SimulatedBill>;
}

export interface SimulatedBill {
  content: Buffer;
  type: string;
  until: Date;
}

export const openShelves = (shelf: OpenShelf) => ({
  trades: shelf<SimulatedTrade>('trade'),
  refunds: shelf<SimulatedRefund>('refund'),
  transfers: shelf<SimulatedTransfer>('transfer'),
  receivers: shelf<SimulatedReceiver>('receiver'),
  shares: shelf<SimulatedShare>('share'),
  returns: shelf<SimulatedReturn>('return'),
});

export interface PlatformRequest {
  /** parts of the path that a route's pattern caught */
  parts: readonly string[];
  query: URLSearchParams;
  body: unknown;
  /** the serial that secrets in the body are encrypted for */
  serial: string | undefined;
}

export interface PlatformAnswer {
  status: number;
  body?: object;
  /** instead of a body; the platform does not sign files */
  file?: { content: Buffer; type: string };
}

export interface Route {
  method: 'GET' | 'POST';
  path: RegExp;
  handle(world: World, request: PlatformRequest): PlatformAnswer;
}

/** A refusal as the platform words it. */
export class PlatformRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Refuses what is no merchant, and one that is not under this service provider. */
export function checkSubMerchant({ merchant }: World, subMerchant: string | undefined): void {
  if (subMerchant === undefined) return;
  const known = merchant.subMerchants.get(subMerchant);
  if (!known) throw new PlatformRefusal(400, 'PARAM_ERROR', '特约子商户商户号不存在');
  if (!known.bound) throw new PlatformRefusal(403, 'NO_AUTH', '特约子商户商户号未授权服务商的产品权限');
}

export function checkedBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new PlatformRefusal(400, 'PARAM_ERROR', `参数错误: ${issue?.path.join('.')} ${issue?.message}`);
}

/** The platform calls it back, so it has to be an address, and queries in it are refused. */
export const notifyUrl = z
  .url({ protocol: /^https?$/ })
  .max(255)
  .refine((url) => new URL(url).search === '');
export const fen = z.int().min(1).max(1_000_000_00);
export const outNumber = z.string().regex(/^[0-9A-Za-z_\-|*@]{5,64}$/);

/** Numbers as the platform makes them: a prefix, the day, and digits nobody can guess. */
export function platformNumber(
  world: World,
  prefix: string,
  digits: number,
  at: Date = world.clock.now(),
): string {
  const day = inChina(at).toISOString().slice(0, 10).replaceAll('-', '');
  const random = Array.from({ length: digits - prefix.length - day.length }, () => randomInt(10)).join('');
  return `${prefix}${day}${random}`;
}
