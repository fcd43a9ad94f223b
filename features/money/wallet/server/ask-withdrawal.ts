import { assertOwnPassword } from '#features/base/accounts/server/public.ts';
import { postTransfers, walletAccount } from '#features/money/ledger/server/public.ts';
import { boundCards, requireProduct, verifiedPerson } from '#features/money/onboarding/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { conflict, invalid, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import type { walletContract } from '../contract.ts';
import { feeOf } from '../rules/withdrawal-rules.ts';
import { withdrawals } from '../tables.ts';
import { balanceOf } from './balance-queries.ts';
import { assertFree, takeOwner } from './held-top-ups.ts';
import { announceWithdrawal } from './move-withdrawal.ts';
import { findPayee } from './payee-queries.ts';
import { type Policy, readPolicy } from './policy-queries.ts';
import { spendAvailable } from './transfer-money.ts';
import { lockMoney, type SeenWallet, spendableWallet } from './wallet-queries.ts';
import { askedInAll, askedOn, findByRequest, type WithdrawalRow } from './withdrawal-queries.ts';

interface Target {
  target: WithdrawalRow['target'];
  cardId: string | null;
  targetName: string;
  payee: string | null;
  payeeName: string;
}

/** Who gets the money, as it stands now: a card that is unbound tomorrow does not change what was asked for today. */
async function targetOf(
  reader: Reader,
  context: StaffContext,
  input: { target: WithdrawalRow['target']; cardId?: string },
): Promise<Target> {
  const { session, services } = context;
  if (input.target === 'balance')
    return { target: 'balance', cardId: null, targetName: '', payee: null, payeeName: session.name };
  if (input.target === 'bank') {
    const cards = await boundCards(reader, services, tenantScope(session.tenantId), session.userId);
    const card = cards.find(({ id }) => id === input.cardId);
    if (!card) throw invalidField('target', 'wallet:error.chooseCard');
    // a card may be older than the verification, or than the person it names
    const person = await verifiedPerson(reader, session.tenantId, session.userId);
    if (person && card.holder !== person.name && card.holder !== person.registeredName)
      throw invalidField('target', 'wallet:error.cardOfOther');
    return {
      target: 'bank',
      cardId: card.id,
      targetName: `${card.bankName} ${card.maskedNumber}`,
      payee: null,
      payeeName: card.holder,
    };
  }
  await requireProduct(reader, services, session.tenantId, 'transfer', session.userId);
  const payee = await findPayee(reader, session);
  if (!payee) throw invalidField('target', 'wallet:error.bindWechat');
  const person = await verifiedPerson(reader, session.tenantId, session.userId);
  return {
    target: 'wechat',
    cardId: null,
    targetName: payee.name,
    payee: payee.openId,
    payeeName: person?.name ?? '',
  };
}

const refuse = (key: string, fen: number) =>
  invalidField('amountFen', `wallet:error.${key}`, { amount: formatFen(fen) });

/** Who is not verified gets so much in all, in however many parts and from however many wallets. */
async function judgeOwner(
  tx: Tx,
  { session }: StaffContext,
  wallet: SeenWallet,
  policy: Policy,
  amountFen: number,
): Promise<void> {
  if (await verifiedPerson(tx, session.tenantId, session.userId)) return;
  if ((await askedInAll(tx, wallet)) + amountFen > policy.verifiedAboveFen)
    throw refuse('verifyFirst', policy.verifiedAboveFen);
}

/** The platform's limits, each with its own sentence. */
async function judgeAmount(
  tx: Tx,
  context: StaffContext,
  wallet: SeenWallet,
  policy: Policy,
  input: { amountFen: number; target: 'bank' | 'wechat' },
): Promise<void> {
  const { amountFen } = input;
  if (amountFen < policy.minimumFen) throw refuse('belowMinimum', policy.minimumFen);
  if (input.target === 'wechat' && amountFen > policy.wechatMaximumFen)
    throw refuse('aboveWechat', policy.wechatMaximumFen);
  const asked = await askedOn(tx, wallet, businessDay(context.clock.now()));
  if (asked.count >= policy.dailyCount)
    throw invalid('wallet:error.dailyCount', { count: policy.dailyCount });
  if (asked.sumFen + amountFen > policy.dailyFen)
    throw refuse('dailyAmount', Math.max(0, policy.dailyFen - asked.sumFen));
  await judgeOwner(tx, context, wallet, policy, amountFen);
}

interface Request extends Target {
  kind: WithdrawalRow['kind'];
  walletId: string;
  amountFen: number;
  feeFen: number;
  requestId: string;
}

async function record(tx: Tx, context: StaffContext, request: Request): Promise<string> {
  const { session } = context;
  const now = context.clock.now();
  const id = newId(now.getTime());
  const [row] = await insert(tx, tenantScope(session.tenantId), withdrawals, {
    ...request,
    id,
    createdAt: now,
    userId: session.userId,
    userName: session.name,
    state: 'untreated',
  });
  await audit(tx, context, {
    ...(request.kind === 'deposit'
      ? { action: 'wallet.askDepositReturn' }
      : { action: 'wallet.askWithdrawal' }),
    entity: 'withdrawal',
    entityId: id,
    label: request.targetName || session.name,
    after: { amountFen: request.amountFen, feeFen: request.feeFen, target: request.target },
  });
  await announceWithdrawal(tx, row as WithdrawalRow);
  return id;
}

/** A call repeated after a lost answer finds what it made; with other values it is refused. */
async function repeated(
  tx: Tx,
  tenantId: string,
  requestId: string,
  same: Partial<WithdrawalRow>,
): Promise<string | undefined> {
  const earlier = await findByRequest(tx, tenantId, requestId);
  if (!earlier) return undefined;
  const isSame = Object.entries(same).every(
    ([name, value]) => earlier[name as keyof WithdrawalRow] === value,
  );
  if (!isSame) throw conflict('wallet:error.otherRequest');
  return earlier.id;
}

type Asked = ParsedInputOf<typeof walletContract.askWithdrawal>;
type DepositAsked = ParsedInputOf<typeof walletContract.askDepositReturn>;
type Proof = 'password' | 'captchaKey' | 'captchaCode';

/** What was asked for before is only found again: a picture counts once, and the answer may have been lost. */
async function proveUnlessRepeated(
  context: StaffContext,
  { requestId, password, captchaKey, captchaCode }: Pick<DepositAsked, Proof | 'requestId'>,
): Promise<void> {
  const earlier = await findByRequest(context.db.read, context.session.tenantId, requestId);
  if (earlier?.userId === context.session.userId) return;
  if (!password) throw invalidField('password', 'kit:validation.required');
  await assertOwnPassword(context, { password, captchaKey, captchaCode });
}

export async function proveAndAsk(context: StaffContext, asked: Asked): Promise<{ id: string }> {
  await proveUnlessRepeated(context, asked);
  return askWithdrawal(context, asked);
}

export async function askWithdrawal(
  context: StaffContext,
  input: Omit<Asked, Proof>,
): Promise<{ id: string }> {
  const { session } = context;
  const { tenantId } = session;
  const id = await context.db.transaction(async (tx) => {
    await lockMoney(tx, tenantId);
    const wallet = await spendableWallet(tx, session, input.walletId);
    const { amountFen, requestId, target, cardId = null } = input;
    const same = { kind: 'balance' as const, walletId: wallet.id, amountFen, target, cardId };
    const earlier = await repeated(tx, tenantId, requestId, same);
    if (earlier) return earlier;
    const policy = await readPolicy(tx, context.clock.now());
    await judgeAmount(tx, context, wallet, policy, input);
    await takeOwner(tx, wallet);
    await assertFree(tx, context.services, wallet, amountFen);
    const paid = await targetOf(tx, context, input);
    const { feeFen, arrivesFen } = feeOf(policy, input.target, amountFen);
    if (arrivesFen <= 0) throw invalidField('amountFen', 'wallet:error.feeTakesAll');
    const made = await record(tx, context, { ...same, ...paid, feeFen, requestId });
    await spendAvailable(tx, wallet, {
      key: `withdrawal:${made}`,
      tenantId,
      kind: 'withdrawal',
      subject: { kind: 'withdrawal', id: made },
      legs: [
        { account: walletAccount(tenantId, wallet.id, 'available'), amount: -amountFen },
        { account: walletAccount(tenantId, wallet.id, 'frozen'), amount: amountFen },
      ],
      at: context.clock.now(),
    });
    return made;
  });
  return { id };
}

export async function askDepositReturn(context: StaffContext, input: DepositAsked): Promise<{ id: string }> {
  // back into the wallet it stays in the house
  if (input.target !== 'balance') await proveUnlessRepeated(context, input);
  const { session } = context;
  const { tenantId } = session;
  const id = await context.db.transaction(async (tx) => {
    await lockMoney(tx, tenantId);
    const wallet = await spendableWallet(tx, session, tenantId);
    const { requestId, target } = input;
    const cardId = target === 'bank' ? (input.cardId ?? null) : null;
    const same = { kind: 'deposit' as const, walletId: wallet.id, target, cardId };
    const earlier = await repeated(tx, tenantId, requestId, same);
    if (earlier) return earlier;
    await takeOwner(tx, wallet);
    const amountFen = (await balanceOf(tx, wallet)).depositFen;
    if (amountFen <= 0) throw invalid('wallet:error.noDeposit');
    const policy = await readPolicy(tx, context.clock.now());
    if (target === 'wechat' && amountFen > policy.wechatMaximumFen)
      throw invalidField('target', 'wallet:error.aboveWechat', {
        amount: formatFen(policy.wechatMaximumFen),
      });
    if (target !== 'balance') {
      await judgeOwner(tx, context, wallet, policy, amountFen);
      await assertFree(tx, context.services, wallet, amountFen);
    }
    const paid = await targetOf(tx, context, input);
    const made = await record(tx, context, { ...same, ...paid, amountFen, feeFen: 0, requestId });
    await postTransfers(tx, [
      {
        key: `withdrawal:${made}`,
        tenantId,
        kind: 'deposit-return',
        subject: { kind: 'withdrawal', id: made },
        legs: [
          { account: walletAccount(tenantId, wallet.id, 'deposit'), amount: -amountFen },
          { account: walletAccount(tenantId, wallet.id, 'frozen'), amount: amountFen },
        ],
        at: context.clock.now(),
      },
    ]);
    return made;
  });
  return { id };
}
