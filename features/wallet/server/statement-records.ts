import type { Movement, StatementLine, StatementPage } from '#features/ledger/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { movementKind, type WalletPurpose, walletPurposes } from '../contract/shared.ts';
import type { walletContract } from '../contract.ts';

export const remarkOf = (note: Record<string, unknown>) =>
  typeof note.remark === 'string' ? note.remark : '';

const toLine = (line: StatementLine, remark: string) => ({
  transferId: line.transferId,
  place: line.place,
  createdAt: line.at,
  kind: movementKind(line.kind),
  amountFen: line.amount,
  balanceFen: line.balanceAfter,
  subjectKind: line.subjectKind,
  subjectId: line.subjectId,
  remark,
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
