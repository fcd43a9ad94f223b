import { siteFilter } from '#features/base/sites/web/public.ts';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { pointsContract, type TicketCodeRecord } from '../contract.ts';
import { newTicketCode } from './new-ticket-code.tsx';

const { listTicketCodes, revokeTicketCodes } = pointsContract;

const revoke: Action<TicketCodeRecord[]> = {
  label: 'points:action.revokeCode',
  icon: 'x',
  danger: true,
  visible: (list) => list.every(({ state }) => state === 'open'),
  call: callOf(revokeTicketCodes, (list: TicketCodeRecord[]) => ({ ids: list.map(({ id }) => id) })),
  confirm: { title: 'points:page.revokeTitle', body: 'points:page.revokeBody' },
  success: 'points:page.revoked',
};

const list = defineList({
  endpoint: listTicketCodes,
  columns: [
    { key: 'reason', phone: 'what' },
    { key: 'tickets', phone: 'amount' },
    'state',
    'fieldName',
    { key: 'playerName', label: 'points:field.claimedBy', phone: 'more' },
    { key: 'userName', label: 'points:field.madeBy', phone: false },
    { key: 'expiresAt', phone: false },
    { key: 'claimedAt', optional: true },
    'createdAt',
  ],
  filters: ['state', siteFilter()],
  facts: true,
  actions: [{ ...newTicketCode, primary: true }],
  rowActions: [forOne(revoke)],
  empty: { title: 'points:empty.codes', hint: 'points:empty.codesHint' },
  icon: 'ticket',
});

/** /integralStore/ticketCodes: codes by which players claim tickets. */
export default function TicketCodes() {
  return <ListPage definition={list} />;
}
