import type { SiteHours } from '#features/base/sites/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import { goodsText } from '../rules/handover-rules.ts';
import type { HandoverRow, NewLine } from './handover-queries.ts';

type Given = Pick<HandoverRow, 'id' | 'number' | 'kind' | 'playerId' | 'way' | 'state'> &
  Partial<HandoverRow>;

interface Wanted {
  site: Pick<SiteHours, 'id' | 'tenantId'>;
  day: string;
  lines: readonly Omit<NewLine, 'id'>[];
  sum: Pick<HandoverRow, 'points' | 'tickets' | 'amountFen'>;
}

/** A row before anything was paid for it, and its lines. */
export function draftHandover({ site, day, lines, sum }: Wanted, given: Given, now: Date) {
  const row: HandoverRow = {
    tenantId: site.tenantId,
    createdAt: now,
    siteId: site.id,
    day,
    goods: goodsText(lines),
    picture: lines[0]?.picture ?? null,
    pieces: lines.reduce((total, { pieces }) => total + pieces, 0),
    ...sum,
    ...{ stateBefore: null, endsAs: null, pointTransferId: null, ticketTransferId: null },
    ...{ orderId: null, orderNumber: null, codeHash: null, waitsUntil: null, remindedAt: null },
    ...{ receiver: '', phone: '', address: '', carrier: '', trackingNumber: '', reason: '' },
    ...{ step: null, fromCart: false, userId: null, userName: null },
    ...{ paidAt: null, handedAt: null, endedAt: null },
    ...given,
  };
  return {
    row,
    lines: lines.map(
      ({ goodId, variantId, goodName, variantName, picture, pieces, ...prices }): NewLine => ({
        id: newId(now.getTime()),
        ...{ goodId, variantId, goodName, variantName, picture, pieces },
        ...pick(prices, 'pricePoints', 'priceTickets', 'priceFen', 'amountFen'),
      }),
    ),
  };
}
