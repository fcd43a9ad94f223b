import { newDigits } from '#kit/kernel/ids.ts';
import { type Clock, dayMs } from '#kit/kernel/time.ts';
import { shareOfUse } from './deal-amounts.ts';
import type { DealSimulatorControl, SimulatedDeal, SimulatedStore, SimulatedUse } from './deal-simulator.ts';
import { openMemory, type Shelf } from './simulated-memory.ts';

/** A code as the platform keeps it. Times are milliseconds, so that it can be written to a file. */
export interface CodeRow {
  code: string;
  certificateId: string;
  /** what stands in the QR of it, and what calls name it by */
  secretName: string;
  orderId: string;
  dealId: string;
  accountId: string;
  paidFen: number;
  originalFen: number;
  usesTotal: number;
  refunded: boolean;
  soldAtMs: number;
  expiresAtMs: number;
}
export interface UseRow extends Omit<SimulatedUse, 'verifiedAt' | 'cancelledAt' | 'recordId'> {
  at: number;
  cancelledAtMs?: number;
  /** verified by us, and not at another till */
  isOurs: boolean;
}

export interface DealMemoryOptions {
  clock: Clock;
  accountId: string;
  stores: readonly SimulatedStore[];
  /** how the platform's numbers look */
  numbers: { deal(): string; group(): string; order(): string; code(): string; use(): string };
  recordIdOf(use: UseRow): string;
  file?: string;
}

const goodForDays = 90;

/** What a platform of group buy knows: deals, codes that were sold, and every use of them. */
export function createDealMemory(options: DealMemoryOptions) {
  const { clock, accountId, stores, numbers } = options;
  const open = openMemory(options.file);
  const deals: Shelf<SimulatedDeal> = open('deals');
  const codes: Shelf<CodeRow> = open('codes');
  const uses: Shelf<UseRow> = open('uses');
  const nowMs = () => clock.now().getTime();

  // looked up with every call, and there may be thousands
  const byCode = new Map<string, CodeRow>();
  const byName = new Map<string, CodeRow>();
  const usesOf = new Map<string, UseRow[]>();
  for (const code of codes.values()) noteCode(code);
  for (const use of uses.values()) noteUse(use);
  function noteCode(code: CodeRow) {
    byCode.set(code.code, code);
    byName.set(code.secretName, code);
  }
  function noteUse(use: UseRow) {
    const list = usesOf.get(use.certificateId) ?? [];
    const known = list.findIndex(({ verifyId }) => verifyId === use.verifyId);
    if (known < 0) list.push(use);
    else list[known] = use;
    usesOf.set(use.certificateId, list);
  }

  function putCode(code: CodeRow) {
    codes.put(code.certificateId, code);
    noteCode(code);
  }
  function putUse(use: UseRow) {
    uses.put(use.verifyId, use);
    noteUse(use);
  }
  const usesOfCode = (code: CodeRow) => usesOf.get(code.certificateId) ?? [];
  const standing = (code: CodeRow) => usesOfCode(code).filter(({ state }) => state !== 'cancelled');
  const usesLeft = (code: CodeRow) => (code.refunded ? 0 : code.usesTotal - standing(code).length);

  function dealOf(dealId: string): SimulatedDeal {
    const deal = deals.get(dealId);
    if (!deal) throw new Error(`no deal ${dealId}`);
    return deal;
  }

  function sell(dealId: string, pieces: number, soldAtMs = nowMs()): CodeRow[] {
    const deal = dealOf(dealId);
    const orderId = numbers.order();
    return Array.from({ length: pieces }, () => {
      const code: CodeRow = {
        code: numbers.code(),
        certificateId: `7${newDigits(18)}`,
        secretName: Buffer.from(newDigits(24)).toString('base64url'),
        orderId,
        dealId,
        accountId,
        paidFen: deal.priceFen,
        originalFen: deal.originalFen,
        usesTotal: deal.uses,
        refunded: false,
        soldAtMs,
        expiresAtMs: soldAtMs + goodForDays * dayMs,
      };
      putCode(code);
      return code;
    });
  }

  function use(
    code: CodeRow,
    {
      storeId,
      at = nowMs(),
      isOurs = true,
      requestId,
    }: { storeId: string; at?: number; isOurs?: boolean; requestId?: string },
  ): UseRow {
    const row: UseRow = {
      verifyId: numbers.use(),
      certificateId: code.certificateId,
      code: code.code,
      dealId: code.dealId,
      storeId,
      accountId,
      paidFen: shareOfUse(code.paidFen, code.usesTotal, standing(code).length),
      at,
      isOurs,
      state: 'verified',
      ...(requestId !== undefined && { requestId }),
    };
    putUse(row);
    return row;
  }

  /** The buyer has the money back; what was used is refunded too. */
  function refund(codeSaid: string): CodeRow | undefined {
    const code = byCode.get(codeSaid);
    if (!code) throw new Error(`no code ${codeSaid}`);
    if (code.refunded) return undefined;
    const refunded = { ...code, refunded: true };
    putCode(refunded);
    for (const row of usesOfCode(code)) if (row.state === 'verified') putUse({ ...row, state: 'refunded' });
    return refunded;
  }

  const shown = ({ at, cancelledAtMs, isOurs: _isOurs, ...row }: UseRow): SimulatedUse => ({
    ...row,
    recordId: options.recordIdOf({ ...row, at, isOurs: _isOurs }),
    verifiedAt: new Date(at),
    ...(cancelledAtMs !== undefined && { cancelledAt: new Date(cancelledAtMs) }),
  });

  return {
    accountId,
    stores,
    deals,
    allUses: () => uses.values(),
    codeOf: (code: string) => byCode.get(code),
    codeOfName: (name: string) => byName.get(name),
    codesOfOrder: (orderId: string) => codes.values().filter((code) => code.orderId === orderId),
    dealOf,
    usesOfCode,
    standing,
    usesLeft,
    sell,
    use,
    refund,
    cancel(row: UseRow) {
      putUse({ ...row, state: 'cancelled', cancelledAtMs: nowMs() });
    },
    findUse: (verifyId: string) => uses.get(verifyId),

    /** what both controls have in common; `qrOf` is the platform's own */
    controlWith(
      qrOf: (code: CodeRow) => string,
    ): Pick<
      DealSimulatorControl,
      'stores' | 'deals' | 'addDeal' | 'setOnSale' | 'sell' | 'usedBefore' | 'useElsewhere' | 'codes' | 'uses'
    > {
      const codeShown = (code: CodeRow) => ({
        code: code.code,
        qr: qrOf(code),
        orderId: code.orderId,
        certificateId: code.certificateId,
        dealId: code.dealId,
        accountId: code.accountId,
        usesTotal: code.usesTotal,
        usesLeft: usesLeft(code),
        refunded: code.refunded,
        expiresAt: new Date(code.expiresAtMs),
      });
      return {
        stores: () => stores,
        deals: () => deals.values(),
        addDeal(fields) {
          const deal = {
            onSale: true,
            uses: 1,
            storeIds: [],
            ...fields,
            dealId: numbers.deal(),
            groupId: numbers.group(),
          };
          deals.put(deal.dealId, deal);
          return deal;
        },
        setOnSale(dealId, onSale) {
          deals.put(dealId, { ...dealOf(dealId), onSale });
        },
        sell: (dealId, pieces = 1) => sell(dealId, pieces).map(codeShown),
        usedBefore({ dealId, storeId, at, requestId }) {
          const [code] = sell(dealId, 1, at.getTime() - dayMs);
          if (!code) throw new Error('nothing sold');
          return shown(
            use(code, { storeId, at: at.getTime(), ...(requestId !== undefined && { requestId }) }),
          );
        },
        useElsewhere(codeSaid, storeId = stores[0]?.storeId ?? '') {
          const code = byCode.get(codeSaid);
          if (!code || usesLeft(code) === 0) throw new Error(`nothing to use of ${codeSaid}`);
          return shown(use(code, { storeId, isOurs: false }));
        },
        codes: () => codes.values().map(codeShown),
        uses: () => uses.values().map(shown),
      };
    },
  };
}

export type DealMemory = ReturnType<typeof createDealMemory>;
