import { machineFilter as ofMachine } from '#features/devices/web/public.ts';
import { siteFilter as ofSite } from '#features/sites/web/public.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { Money, StatusBadge, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import {
  type OrderRecord,
  type OrderState,
  type OrderUnit,
  orderKinds,
  orderStates,
  type PayWay,
  payWays,
} from '../contract.ts';

const tones: Record<OrderState, Tone> = {
  created: 'quiet',
  paid: 'info',
  fulfilling: 'info',
  fulfilled: 'good',
  partlyFulfilled: 'waiting',
  refunding: 'waiting',
  refunded: 'quiet',
  closed: 'quiet',
};

export function StateBadge({ state, faulty = false }: { state: OrderState; faulty?: boolean }) {
  const t = useText();
  return (
    <StatusBadge tone={faulty ? 'bad' : tones[state]}>
      {t(faulty ? 'orders:list.needsHelp' : `orders:stateName.${state}`)}
    </StatusBadge>
  );
}

export const isFaulty = ({ faultState }: Pick<OrderRecord, 'faultState'>) => faultState === 'unsolved';

/** Fen as money, coins as pieces. */
export function Amount({ amount, unit, signed }: { amount: number; unit: OrderUnit; signed?: boolean }) {
  const t = useText();
  if (unit === 'fen') return <Money fen={amount} signed={signed} />;
  return <span>{t('orders:unitName.coins', { count: amount })}</span>;
}

export function PayWayName({ payWay }: { payWay: PayWay }) {
  return useText()(`orders:payWayName.${payWay}`);
}

interface Placed {
  equipmentNo: number | null;
  equipmentName: string | null;
  typeName: string | null;
}

const dash = '—';

/** What staff call the machine; a dash for orders without one. */
export function MachineName({ order }: { order: Placed }) {
  const t = useText();
  if (order.equipmentNo === null) return dash;
  return t('orders:list.machine', {
    number: order.equipmentNo,
    name: order.equipmentName ?? order.typeName ?? '',
  });
}

const options = (values: readonly string[], group: string) =>
  values.map((value) => ({ value, label: `orders:${group}.${value}` }));
export const names = (values: readonly string[], group: string) =>
  Object.fromEntries(values.map((value) => [value, `orders:${group}.${value}`]));

export const siteFilter = ofSite('orders:field.site');
export const machineFilter = (...types: DeviceType[]) => ofMachine('orders:field.machine', ...types);

export const dayFilter = {
  kind: 'dateRange',
  name: 'from',
  toName: 'to',
  label: 'orders:field.day',
} as const;

export const stateFilter = {
  kind: 'choice',
  name: 'state',
  label: 'orders:field.state',
  options: options(orderStates, 'stateName'),
} as const;

export const kindFilter = {
  kind: 'choice',
  name: 'kind',
  label: 'orders:field.kind',
  options: options(orderKinds, 'kindName'),
} as const;

export const payWayFilter = (...ways: PayWay[]) =>
  ({
    kind: 'choice',
    name: 'payWay',
    label: 'orders:field.payWay',
    options: options(ways.length > 0 ? ways : payWays, 'payWayName'),
  }) as const;
