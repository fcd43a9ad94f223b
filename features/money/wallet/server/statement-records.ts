import { type WalletPurpose, walletPurposes } from '#features/money/ledger/contract.ts';
import type { Movement, StatementLine, StatementPage } from '#features/money/ledger/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { movementKind } from '../contract/shared.ts';
import type { walletContract } from '../contract.ts';

export const remarkOf = (note: Record<string, unknown>) =>
  typeof note.remark === 'string' ? note.remark : '';

const wordIn = (note: Record<string, unknown>, name: string) => {
  const value = note[name];
  return typeof value === 'string' ? value : null;
};

export interface Names {
  orders: Map<string, { number: string; siteId: string | null }>;
  sites: Map<string, string>;
}

const noNames: Names = { orders: new Map(), sites: new Map() };

type AboutOf = Pick<StatementLine, 'subjectKind' | 'subjectId' | 'note'>;

const orderOf = ({ subjectKind, subjectId }: AboutOf, { orders }: Names) =>
  subjectKind === 'order' && subjectId !== null ? orders.get(subjectId) : undefined;

/** Order, person and site of a movement: what its note says, else what its order says. */
export function aboutOf(line: AboutOf, names: Names) {
  const order = orderOf(line, names);
  const siteId = wordIn(line.note, 'siteId') ?? order?.siteId ?? null;
  const fieldName = (siteId && names.sites.get(siteId)) ?? null;
  return {
    orderNumber: order?.number ?? null,
    personId: wordIn(line.note, 'receiverId'),
    personName: wordIn(line.note, 'receiverName'),
    fieldId: fieldName === null ? null : siteId,
    fieldName,
  };
}

/** A run in one line: the sum, the balance after its last share, and its parts. */
export function toGroup(lines: readonly StatementLine[], names: Names, remark: string) {
  const [newest] = lines as [StatementLine];
  const alone = toLine(newest, remarkOf(newest.note), names);
  if (lines.length === 1) return alone;
  return {
    ...alone,
    amountFen: lines.reduce((sum, { amount }) => sum + amount, 0),
    orderNumber: null,
    personId: null,
    personName: null,
    remark,
    parts: lines.map((line) => ({
      transferId: line.transferId,
      createdAt: line.at,
      amountFen: line.amount,
      ...aboutOf(line, names),
    })),
  };
}

type Part = { transferId: string; createdAt: Date; amountFen: number } & ReturnType<typeof aboutOf>;

const toLine = (line: StatementLine, remark: string, names: Names = noNames) => ({
  transferId: line.transferId,
  place: line.place,
  createdAt: line.at,
  kind: movementKind(line.kind),
  amountFen: line.amount,
  balanceFen: line.balanceAfter,
  subjectKind: line.subjectKind,
  subjectId: line.subjectId,
  remark,
  ...aboutOf(line, names),
  parts: [] as Part[],
});

/** A page of the books as a page of a list. */
export const toPage = (
  input: { current: number; size: number },
  page: StatementPage,
  remark: (note: Record<string, unknown>) => string = remarkOf,
) => ({
  records: page.lines.map((line) => toLine(line, remark(line.note))),
  total: page.total,
  size: input.size,
  current: input.current,
  pages: Math.ceil(page.total / input.size),
  more: page.more,
});

type Leg = Movement['legs'][number];
type LegRecord = ResultOf<typeof walletContract.readMovement>['legs'][number];

const isWalletPurpose = (purpose: string): purpose is WalletPurpose =>
  (walletPurposes as readonly string[]).includes(purpose);

/** How fees are divided above a merchant is not the merchant's to know: those legs are one. */
export function toLegs(
  { session, services, language }: StaffContext,
  movement: Movement,
  wallets: Map<string, string>,
): LegRecord[] {
  const say = (key: string) => services.texts.say(language, key);
  const isOwn = ({ account }: Leg) =>
    session.realm === 'platform' ||
    (account.tenantId === session.tenantId &&
      (account.ownerKind !== 'merchant' || wallets.has(account.ownerId)));
  const ownerOf = (leg: Leg): LegRecord['owner'] => {
    const { ownerKind } = leg.account;
    if (ownerKind === 'channel' || ownerKind === 'player' || ownerKind === 'receiver') return ownerKind;
    if (ownerKind === 'platform') return 'fee';
    return isOwn(leg) ? 'own' : 'other';
  };
  const nameOf = (leg: Leg, owner: LegRecord['owner']) => {
    const { ownerKind, ownerId } = leg.account;
    if (owner === 'channel') {
      const key = `wallet:channel.${ownerId}`;
      return services.texts.has(language, key) ? say(key) : say('wallet:owner.other');
    }
    if (owner !== 'own') return say(`wallet:owner.${owner}`);
    return ownerKind === 'merchant' ? (wallets.get(ownerId) ?? '') : ownerId;
  };
  const shown = movement.legs
    .filter((leg) => isOwn(leg) || leg.account.ownerKind === 'channel')
    .map((leg): LegRecord => {
      const { purpose, unit } = leg.account;
      const owner = ownerOf(leg);
      return {
        owner,
        name: nameOf(leg, owner),
        purpose: owner === 'own' && isWalletPurpose(purpose) ? purpose : null,
        unit,
        amount: leg.amount,
        balanceAfter: leg.striped || !isOwn(leg) ? null : leg.balanceAfter,
      };
    });
  const rest = new Map<LegRecord['unit'], number>();
  for (const leg of movement.legs)
    if (!isOwn(leg) && leg.account.ownerKind !== 'channel')
      rest.set(leg.account.unit, (rest.get(leg.account.unit) ?? 0) + leg.amount);
  const owner = movement.legs.some(({ account }) => account.ownerKind === 'platform') ? 'fee' : 'other';
  return [
    ...shown,
    ...[...rest]
      .filter(([, amount]) => amount !== 0)
      .map(([unit, amount]) => ({
        owner,
        name: say(`wallet:owner.${owner}`),
        purpose: null,
        unit,
        amount,
        balanceAfter: null,
      })),
  ] as LegRecord[];
}
